import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isLocal } from '../local-pages.ts';
import { listenOnLoopback } from '../loopback.ts';
import { answerApi, type ApiContext } from './api.ts';
import { checkoutPage, donePage, listPage, STYLE, wordPage } from './pages.ts';
import { isAction, type Till } from './till.ts';

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const MOST_BYTES = 64 * 1024;
const LISTED = 100;

type Answer = { status: number; type: string; body: string; location?: string };
export type ServerContext = ApiContext & { till: Till };

const html = (body: string, status = 200): Answer => ({ status, type: 'text/html; charset=utf-8', body });
const json = (value: unknown, status = 200): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});
const seeOther = (location: string): Answer => ({ status: 303, type: 'text/plain', body: '', location });
const missing = (): Answer => html(wordPage('There is no such payment'), 404);

/** Serves the API and the pages on loopback; resolves with the port it got. */
export async function servePayments(context: ServerContext, port: number) {
  const server = createServer((request, response) => {
    answerTo(context, request).then(
      (answer) => send(response, answer),
      () => send(response, json({ error: 'Bad request' }, 400)),
    );
  });
  return {
    port: await listenOnLoopback(server, port),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answerTo(context: ServerContext, request: IncomingMessage): Promise<Answer> {
  if (!isLocal(request)) return json({ error: 'Only for this machine' }, 403);
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (request.method === 'GET') return page(context, pathname);
  if (request.method !== 'POST') return json({ error: 'Not found' }, 404);
  const body = await bodyOf(request);
  return pathname.startsWith('/api/')
    ? call(context, pathname, body, request.headers.authorization ?? '')
    : press(context, pathname, new URLSearchParams(body).get('action'));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error('The body is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function call(context: ServerContext, path: string, text: string, authorization: string): Answer {
  const body: unknown = JSON.parse(text);
  if (typeof body !== 'object' || body === null) return json({ error: 'Bad request' }, 400);
  const answer = answerApi(context, { path, body: { ...body }, authorization });
  return answer === undefined ? json({ error: 'Not found' }, 404) : json(answer.body, answer.status);
}

function page({ store }: ServerContext, path: string): Answer {
  if (path === '/') return html(listPage(store.list(LISTED)));
  if (path === '/style.css') return { status: 200, type: 'text/css', body: STYLE };
  if (/^\/health\/(?:live|ready)$/.test(path)) return json({ status: 'ok' });
  const [, id = '', done] = /^\/checkout\/([\w-]{1,80})(\/done)?$/.exec(path) ?? [];
  const invoice = store.find(id);
  if (invoice === undefined) return missing();
  return html(done === undefined ? checkoutPage(invoice) : donePage(invoice));
}

function press({ store, till }: ServerContext, path: string, action: string | null): Answer {
  const [, where, id = ''] = /^\/(checkout|prompts)\/([\w-]{1,80})$/.exec(path) ?? [];
  const invoice = store.find(id);
  if (invoice === undefined || !isAction(action)) return missing();
  till.act(invoice, action);
  return seeOther(where === 'prompts' ? '/' : `/checkout/${id}/done`);
}

function send(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, {
    'content-type': answer.type,
    'content-security-policy': PAGE_POLICY,
    'x-content-type-options': 'nosniff',
    // With no-referrer a browser hides the origin of its own forms.
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
    ...(answer.location === undefined ? {} : { location: answer.location }),
  });
  response.end(answer.body);
}
