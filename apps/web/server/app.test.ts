// @vitest-environment node
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { internalHeaders, pageLanguageHeader, serverTimeHeader } from '@kumbuka/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp, type Overrides } from './app.ts';
import { loadConfig } from './config.ts';

let dist = '';
const closing: (() => unknown)[] = [];
const webKey = 'web-key-for-tests';
const page = '<meta property="csp-nonce" nonce="__CSP_NONCE__"><style nonce="__CSP_NONCE__">html{}</style>';

/** Route -> name of its page. */
const writeRoutes = (routes: Record<string, string>) =>
  writeFileSync(join(dist, 'pages/routes.json'), JSON.stringify(routes));
const pageFile = (name: string) => join(dist, `pages/${name}.html`);
const writePage = (name: string, html: string) => writeFileSync(pageFile(name), html);

beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'kumbuka-web-'));
  mkdirSync(join(dist, 'assets'));
  mkdirSync(join(dist, 'pages'));
  writeRoutes({ '/': 'landing', '/*': 'other' });
  writePage('other.en', page);
  writePage('other.sw', page);
  writePage('landing.en', `${page}<h1>Flashcards</h1>${'<p>Cards</p>'.repeat(100)}`);
  writePage('landing.sw', `${page}<h1>Kadi</h1>`);
  writeFileSync(join(dist, 'favicon.svg'), '<svg/>');
  writeFileSync(join(dist, 'assets/app-1a2b.js'), 'export {}');
  writeFileSync(join(dist, 'assets/app-1a2b.js.br'), brotliCompressSync('export {}'));
});

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  rmSync(dist, { recursive: true });
});

async function aWebServer(env: Record<string, string> = {}, overrides: Overrides = {}) {
  const config = loadConfig({ WEB_DIST: dist, WEB_PORT: '0', WEB_KEY: webKey, LOG_LEVEL: 'silent', ...env });
  const web = await createApp(config, overrides);
  closing.push(() => web.stop());
  return web;
}

type Gateway = NonNullable<Overrides['gateway']>;
/** Gateway in the same process, which is ready. */
const gatewayBy = (mount: Gateway['mount']): Gateway => ({
  mount,
  isReady: () => true,
  accountLanguage: async () => null,
});

function aGateway(onRequest: Parameters<typeof createServer>[1]): Promise<string> {
  const server: Server = createServer(onRequest);
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`),
    ),
  );
}

describe('the pages', () => {
  it('have a nonce of their own, the same in the page and in its policy', async () => {
    const { app } = await aWebServer();
    const [first, second] = await Promise.all([
      app.inject({ url: '/mydecks/12' }),
      app.inject({ url: '/study/due?minutes=5' }),
    ]);
    const nonceOf = (body: string) => /nonce="([^"]+)"/.exec(body)?.[1];
    expect(first.statusCode).toBe(200);
    expect(first.headers['content-security-policy']).toContain(
      `style-src 'self' 'nonce-${nonceOf(first.body)}'`,
    );
    expect(first.body).not.toContain('__CSP_NONCE__');
    expect(nonceOf(first.body)).not.toBe(nonceOf(second.body));
    expect(first.headers['cache-control']).toBe('no-cache');
  });

  it('a route has the page that the build wrote for it, in the language of the visitor', async () => {
    writeRoutes({ '/mydecks/:deckId': 'mydecks.deckId', '/*': 'other' });
    writePage('mydecks.deckId.en', `${page}<h1>A deck</h1>`);
    writePage('mydecks.deckId.sw', `${page}<h1>Fungu</h1>`);
    const { app } = await aWebServer();
    const bodyOf = async (url: string, language = 'en') =>
      (await app.inject({ url, headers: { 'accept-language': language } })).body;
    expect(await bodyOf('/mydecks/12?page=2')).toContain('<h1>A deck</h1>');
    expect(await bodyOf('/mydecks/12', 'sw')).toContain('<h1>Fungu</h1>');
    expect(await bodyOf('/settings')).not.toContain('<h1>');
    expect((await app.inject({ url: '/mydecks/12.js' })).statusCode).toBe(404);
  });

  it.each([
    '/assets/',
    '/assets//x.js',
    '/assets/....//x',
    '/assets/app-1a2b.js/',
    '/assets/app-1a2b.js//',
    '/assets/app-1a2b.js/x.js',
    '/assets/%61//x.js',
    '/assets/.hidden',
    '/mydecks//x.js',
  ])('the path %s, which cannot be a file of the build, gets 404', async (url) => {
    const { app } = await aWebServer();
    expect((await app.inject({ url })).statusCode).toBe(404);
  });

  it.each([
    ['/mydecks', 'other.en'],
    ['/', 'landing.en'],
  ])('%s is served from a new build while the server runs', async (url, name) => {
    const { app } = await aWebServer();
    expect((await app.inject({ url })).body).not.toContain('newer');
    writePage(name, `${page}<p>newer</p>`);
    utimesSync(pageFile(name), new Date(), new Date(Date.now() + 5000));
    expect((await app.inject({ url })).body).toContain('newer');
  });

  it('a visitor gets the landing page that the build rendered in the language of the browser', async () => {
    const { app } = await aWebServer();
    const landing = (accepted?: string) =>
      app.inject({ url: '/?from=a-friend', headers: accepted ? { 'accept-language': accepted } : {} });
    expect((await landing()).body).toContain('<h1>Flashcards</h1>');
    expect((await landing('fr, sw;q=0.8, en;q=0.5')).body).toContain('<h1>Kadi</h1>');
    expect((await landing('sw')).headers['vary']).toContain('accept-language');
    expect((await landing('sw')).body).not.toContain('__CSP_NONCE__');
  });

  it.each([
    ['language=sw', 'en', 'Kadi'],
    ['a=b; language=en', 'sw', 'Flashcards'],
    ['language=tlh', 'sw', 'Kadi'],
    ['my-language=en', 'sw', 'Kadi'],
  ])('a visitor with the cookie %j and a browser in %s reads %s', async (cookie, accepted, title) => {
    const { app } = await aWebServer();
    const headers = { cookie, 'accept-language': accepted };
    const response = await app.inject({ url: '/', headers });
    expect(response.body).toContain(`<h1>${title}</h1>`);
    expect(response.headers['vary']).toContain('cookie');
  });

  it('the landing page shows the configured address, escaped, and nothing without one', async () => {
    const contact =
      '<p class="a" data-contact="">Contact: <a href="mailto:__CONTACT_EMAIL__">__CONTACT_EMAIL__</a></p>';
    for (const language of ['en', 'sw'])
      writePage(`landing.${language}`, `<head></head><main>${contact}</main><footer>${contact}</footer>`);
    writePage('other.en', '<head></head>');
    const bodyOf = async (url: string, env = {}) => (await (await aWebServer(env)).app.inject({ url })).body;
    const set = { CONTACT_EMAIL: "o'brien@kumbuka.example" };
    const shown = 'o&#39;brien@kumbuka.example';
    const sender = '<meta name="mail-sender" content="no-reply@kumbuka.local">';
    expect(await bodyOf('/')).toBe(`<head>${sender}</head><main></main><footer></footer>`);
    const link = `<p class="a" data-contact="">Contact: <a href="mailto:${shown}">${shown}</a></p>`;
    const head = `<head><meta name="contact" content="${shown}">${sender}</head>`;
    expect(await bodyOf('/', set)).toBe(`${head}<main>${link}</main><footer>${link}</footer>`);
    expect(await bodyOf('/login', set)).toBe(head);
    expect(() => loadConfig({ WEB_KEY: webKey, CONTACT_EMAIL: '"><script>@kumbuka.example' })).toThrow(
      /CONTACT_EMAIL/,
    );
    expect(loadConfig({ WEB_KEY: webKey, CONTACT_EMAIL: ' ' }).contactEmail).toBeUndefined();
  });

  it('each page names the address that codes come from', async () => {
    writePage('other.en', '<head></head><p>__MAIL_SENDER__</p>');
    const { app } = await aWebServer({ MAIL_FROM: 'Kumbuka <"o\'b"@kumbuka.example>' }).catch(() => ({
      app: null,
    }));
    expect(app).toBeNull();
    const { app: named } = await aWebServer({ MAIL_FROM: "Kumbuka <o'brien@kumbuka.example>" });
    expect((await named.inject({ url: '/signup' })).body).toBe(
      '<head><meta name="mail-sender" content="o&#39;brien@kumbuka.example"></head><p>o&#39;brien@kumbuka.example</p>',
    );
  });

  it('are compressed, and their files have no address of their own', async () => {
    const { app } = await aWebServer();
    const reply = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } });
    expect(reply.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(reply.rawPayload).toString()).toContain('<h1>Flashcards</h1>');
    expect((await app.inject({ url: '/pages/landing.en.html' })).statusCode).toBe(404);
  });

  it('are sent in brotli to a browser that takes it', async () => {
    const { app } = await aWebServer();
    const reply = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip, deflate, br' } });
    expect(reply.headers['content-encoding']).toBe('br');
    expect(reply.headers['vary']).toContain('accept-encoding');
    expect(brotliDecompressSync(reply.rawPayload).toString()).toContain('<h1>Flashcards</h1>');
  });

  it('allow no inline scripts without the nonce of the page, no framing and no other origins', async () => {
    const { app } = await aWebServer();
    const { headers } = await app.inject({ url: '/' });
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]{24}';/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it('hashed files are cached for a year and sent as the build compressed them', async () => {
    const { app } = await aWebServer();
    const reply = await app.inject({
      url: '/assets/app-1a2b.js',
      headers: { 'accept-encoding': 'br, gzip' },
    });
    expect(reply.headers['cache-control']).toContain('immutable');
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
    expect(reply.headers['permissions-policy'], 'is for documents').toBeUndefined();
    expect(reply.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(reply.rawPayload).toString()).toBe('export {}');
  });

  it('a missing file gets 404, never a page', async () => {
    const { app } = await aWebServer();
    expect((await app.inject({ url: '/assets/old-9z9z.js' })).statusCode).toBe(404);
    expect((await app.inject({ url: '/assets/' })).json()).toMatchObject({ code: 'NOT_FOUND' });
    expect((await app.inject({ url: '/robots.txt' })).statusCode).toBe(404);
    expect((await app.inject({ url: '/favicon.svg' })).statusCode).toBe(200);
    expect((await app.inject({ url: '/assets/../../package.json' })).statusCode).toBe(404);
  });
});

describe('the proxy to the gateway', () => {
  it('forwards bodies, the bearer and the response unchanged', async () => {
    const graphqlUrl = await aGateway((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', () => {
        response.writeHead(401, { 'content-type': 'application/json', 'x-secret': 'no' });
        response.end(
          JSON.stringify({ body, bearer: request.headers.authorization, cookie: request.headers.cookie }),
        );
      });
    });
    const { app } = await aWebServer({ GRAPHQL_URL: graphqlUrl });
    const reply = await app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/json', authorization: 'Bearer t', cookie: 'a=b' },
      payload: '{"query": "{ viewer }"}',
    });
    expect(reply.statusCode).toBe(401);
    expect(reply.json()).toEqual({ body: '{"query": "{ viewer }"}', bearer: 'Bearer t' });
    expect(reply.headers['x-secret']).toBeUndefined();
  });

  it.each([
    [0, '127.0.0.1'],
    [1, '41.90.1.1'],
  ])('sends its key and the address of the client, behind %i proxies', async (hops, ip) => {
    const graphqlUrl = await aGateway((request, response) => response.end(JSON.stringify(request.headers)));
    const { app } = await aWebServer({ GRAPHQL_URL: graphqlUrl, PROXY_HOPS: String(hops) });
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': '6.6.6.6, 41.90.1.1',
      'x-real-ip': '6.6.6.6',
      [internalHeaders.ip]: '6.6.6.6',
      [internalHeaders.key]: 'guess',
      [pageLanguageHeader]: 'sw',
    };
    const reply = await app.inject({ method: 'POST', url: '/graphql', headers, payload: '{}' });
    const forwarded = Object.entries(reply.json()).filter(([name]) => /^x-(?!request-id)/.test(name));
    expect(Object.fromEntries(forwarded)).toEqual({
      [internalHeaders.webKey]: webKey,
      [internalHeaders.ip]: ip,
      [pageLanguageHeader]: 'sw',
    });
  });

  it('adds no listeners to a reused connection', async () => {
    const graphqlUrl = await aGateway((_request, response) => response.end('{}'));
    const web = await aWebServer({ GRAPHQL_URL: graphqlUrl });
    const sockets: Socket[] = [];
    web.app.server.on('connection', (socket) => sockets.push(socket));
    await web.start();
    const { port } = web.app.server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const post = () =>
      new Promise((resolve) =>
        httpRequest(
          { port, agent, method: 'POST', path: '/graphql', headers: { 'content-type': 'application/json' } },
          (response) => response.resume().once('end', resolve),
        ).end('{}'),
      );
    const listeners = () =>
      sockets.flatMap((socket) => socket.eventNames().map((name) => socket.listenerCount(name)));
    await post();
    const before = listeners();
    for (let count = 0; count < 200; count++) await post();
    expect(listeners()).toEqual(before);
    expect(sockets).toHaveLength(1);
    agent.destroy();
  });

  it('reports an unreachable gateway as a GraphQL error', async () => {
    const { app } = await aWebServer({ GRAPHQL_URL: 'http://127.0.0.1:9/graphql' });
    const reply = await app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/json' },
      payload: '{}',
    });
    expect(reply.statusCode).toBe(503);
    expect(reply.json().errors[0].extensions.code).toBe('UNAVAILABLE');
    expect(reply.headers['retry-after']).toBe('2');
    const serverTime = Date.parse(String(reply.headers[serverTimeHeader]));
    expect(Math.abs(serverTime - Date.now())).toBeLessThan(5_000);
  });

  it('passes an export on as it arrives', async () => {
    const graphqlUrl = await aGateway((request, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' });
      response.write(`${request.url}\n`);
      closing.push(() => response.end());
    });
    const web = await aWebServer({ GRAPHQL_URL: graphqlUrl });
    await web.start();
    const { port } = web.app.server.address() as AddressInfo;
    const abort = new AbortController();
    const reply = await fetch(`http://127.0.0.1:${port}/export?deck=1`, { signal: abort.signal });
    const { value } = await reply.body!.getReader().read();
    expect(new TextDecoder().decode(value)).toBe('/export?deck=1\n');
    expect(reply.headers.get('content-type')).toBe('text/csv');
    abort.abort();
  });

  it('operations are answered while 65 slow readers of each kind keep their responses open', async () => {
    const paths = ['/live', '/export', '/media/a.png'];
    const graphqlUrl = await aGateway((request, response) => {
      if (!paths.includes(request.url ?? '')) return response.end('{"data":{}}');
      response.write('first bytes');
      closing.push(() => response.end());
    });
    const web = await aWebServer({ GRAPHQL_URL: graphqlUrl });
    await web.start();
    const { port } = web.app.server.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}`;
    const leave = new AbortController();
    closing.push(() => leave.abort());
    const read = (_: unknown, index: number) => fetch(address + paths[index % 3], { signal: leave.signal });
    // Kept until the end, because a response that nobody holds is closed.
    const responses = await Promise.all(Array.from({ length: 3 * 65 }, read));
    const reply = await fetch(`${address}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(3_000),
    });
    expect(await reply.json()).toEqual({ data: {} });
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('live updates pass as they arrive, with the word to proxies, and do not hold up the end of the process', async () => {
    const graphqlUrl = await aGateway((request, response) => {
      if (!request.url?.startsWith('/live')) return response.end('{}');
      response.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
      response.write(`event: change\ndata: ${request.url}\n\n`);
      closing.push(() => response.end());
    });
    const web = await aWebServer({ GRAPHQL_URL: graphqlUrl });
    await web.start();
    const { port } = web.app.server.address() as AddressInfo;
    const reply = await fetch(`http://127.0.0.1:${port}/live?ago=5`, {
      headers: { 'accept-encoding': 'gzip' },
    });
    const reader = reply.body!.getReader();
    const { value } = await reader.read();
    expect(new TextDecoder().decode(value)).toBe('event: change\ndata: /live?ago=5\n\n');
    expect(reply.headers.get('x-accel-buffering')).toBe('no');
    const ended = reader.read().then(
      () => 'ended',
      () => 'ended',
    );
    const began = performance.now();
    await web.app.close();
    expect(await ended).toBe('ended');
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  it('forwards GET, too, so that the explorer or its rejection is no page of the client', async () => {
    const graphqlUrl = await aGateway((request, response) => {
      response.writeHead(405, { allow: 'POST', 'content-type': 'application/json' });
      response.end(JSON.stringify({ method: request.method }));
    });
    const { app } = await aWebServer({ GRAPHQL_URL: graphqlUrl });
    const reply = await app.inject({ url: '/graphql' });
    expect([reply.statusCode, reply.headers['allow'], reply.json()]).toEqual([
      405,
      'POST',
      { method: 'GET' },
    ]);
  });

  describe('responses are compressed', () => {
    const long = JSON.stringify({ data: { text: 'Tana '.repeat(1000) } });
    const get = (app: Awaited<ReturnType<typeof aWebServer>>['app'], encoding: string) =>
      app.inject({
        method: 'POST',
        url: '/graphql',
        headers: { 'content-type': 'application/json', 'accept-encoding': encoding },
        payload: '{}',
      });
    const mounted = gatewayBy((app) => {
      app.post('/graphql', (_request, reply) => reply.type('application/json').send(long));
    });
    const behindAnAddress = async () =>
      (
        await aWebServer({
          GRAPHQL_URL: await aGateway((_request, response) => {
            response.writeHead(200, { 'content-type': 'application/json' });
            response.end(long);
          }),
        })
      ).app;
    const inTheProcess = async () => (await aWebServer({}, { gateway: mounted })).app;

    it.each([
      ['of a gateway behind an address', behindAnAddress],
      ['of a gateway in the process', inTheProcess],
    ])('%s', async (_where, serve) => {
      const reply = await get(await serve(), 'br, gzip');
      expect(reply.headers['content-encoding']).toBe('gzip');
      expect(reply.headers['vary']).toBe('accept-encoding');
      expect(reply.rawPayload.length).toBeLessThan(long.length / 10);
      expect(gunzipSync(reply.rawPayload).toString()).toBe(long);
    });

    it.each(['', 'br', 'gzip;q=0'])('but not for a client that accepts %j', async (encoding) => {
      const reply = await get(await inTheProcess(), encoding);
      expect(reply.headers['content-encoding']).toBeUndefined();
      expect(reply.body).toBe(long);
    });

    it('and abort when the gateway aborts', async () => {
      const graphqlUrl = await aGateway((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write(long.slice(0, 2000));
        setTimeout(() => response.destroy(), 50);
      });
      const web = await aWebServer({ GRAPHQL_URL: graphqlUrl });
      await web.start();
      const { port } = web.app.server.address() as AddressInfo;
      const headers = { 'content-type': 'application/json' };
      const reply = fetch(`http://127.0.0.1:${port}/graphql`, { method: 'POST', headers, body: '{}' });
      await expect(reply.then((response) => response.text())).rejects.toThrow(/terminated|aborted/);
    });
  });

  it('a gateway in the same process serves /graphql without a proxy', async () => {
    const gateway = gatewayBy((mounted) => {
      mounted.post('/graphql', (request, reply) => reply.send({ data: request.body }));
    });
    const { app } = await aWebServer({}, { gateway });
    const reply = await app.inject({ method: 'POST', url: '/graphql', payload: { query: 'q' } });
    expect(reply.json()).toEqual({ data: { query: 'q' } });
  });
});

describe('the web server is ready', () => {
  type Web = Awaited<ReturnType<typeof aWebServer>>;
  const health = async ({ app }: Web, of = 'ready') =>
    (await app.inject({ url: `/health/${of}` })).statusCode;
  const becomesReady = async (web: Web) => {
    await expect.poll(() => health(web), { interval: 20 }).toBe(200);
  };

  it('only while it listens', async () => {
    const web = await aWebServer({}, { gateway: gatewayBy(() => undefined) });
    expect(await health(web)).toBe(503);
    await web.start();
    await becomesReady(web);
    expect(await health(web, 'live')).toBe(200);
  });

  it('the web server is not ready before the gateway at its address is', async () => {
    let status = 503;
    const graphqlUrl = await aGateway((_request, response) => void response.writeHead(status).end());
    const web = await aWebServer({ GRAPHQL_URL: graphqlUrl });
    await web.start();
    expect([await health(web), await health(web, 'live')]).toEqual([503, 200]);
    status = 200;
    await becomesReady(web);
  });

  it('the web server is not ready before the gateway in its process is', async () => {
    let isReady = false;
    const web = await aWebServer(
      {},
      {
        gateway: { ...gatewayBy(() => undefined), isReady: () => isReady },
      },
    );
    await web.start();
    expect(await health(web)).toBe(503);
    isReady = true;
    await becomesReady(web);
  });
});

it('the web server reports every invalid setting at once', () => {
  expect(() => loadConfig({ WEB_PORT: 'x', GRAPHQL_URL: 'nowhere' })).toThrow(
    /WEB_PORT[^]*GRAPHQL_URL[^]*WEB_KEY/,
  );
});
