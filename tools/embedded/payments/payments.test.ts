import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startPayments, type EmbeddedPayments, type PaymentsOptions } from './index.ts';

type Json = Record<string, unknown>;
const keys = { publicKey: 'ISPubKey_test', secretKey: 'secret', challenge: 'webhook-secret' };

let payments: EmbeddedPayments;
let shop: Server;
let notifications: Json[];
/** Responses of the shop before it accepts a webhook. */
let rejections: number;

const start = (options: Partial<PaymentsOptions> = {}) => {
  const { port } = shop.address() as AddressInfo;
  return startPayments({ ...keys, slowMs: 100, webhookUrl: `http://127.0.0.1:${port}/hook`, ...options });
};

beforeEach(async () => {
  [notifications, rejections] = [[], 0];
  shop = createServer((incoming, response) => {
    let text = '';
    incoming.on('data', (chunk: Buffer) => (text += chunk.toString()));
    incoming.on('end', () => {
      notifications.push(JSON.parse(text) as Json);
      response.writeHead(rejections-- > 0 ? 503 : 200).end();
    });
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  payments = await start();
});
afterEach(async () => {
  await payments.stop();
  shop.close();
});

async function call(path: string, body: Json, headers: Record<string, string> = {}) {
  const response = await fetch(`${payments.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, Json> & Json };
}
const checkout = async (more: Json = {}) =>
  (
    await call('/api/v1/checkout/', {
      public_key: keys.publicKey,
      amount: '100.00',
      currency: 'KES',
      api_ref: 'R-1',
      redirect_url: 'http://localhost:3000/billing/return?from=1',
      ...more,
    })
  ).body;
const status = (names: Json) => call('/api/v1/payment/status/', { public_key: keys.publicKey, ...names });
const list = async (query = '?state=COMPLETE', authorization = `Bearer ${keys.secretKey}`) => {
  const response = await fetch(`${payments.url}/api/v1/invoices/${query}`, { headers: { authorization } });
  return { status: response.status, body: (await response.json()) as Json & { results?: Json[] } };
};
const page = async (path: string) => (await fetch(`${payments.url}${path}`)).text();
const press = async (address: string, action: string) => {
  const response = await fetch(address, { method: 'POST', body: new URLSearchParams({ action }) });
  return response.text();
};

describe('the local payment provider', () => {
  it('returns the status of a checkout to every caller with its signature', async () => {
    const { id, signature, url } = await checkout();
    expect(url).toBe(`${payments.url}/checkout/${String(id)}`);
    const byReference = await status({ checkout_id: id, signature });
    expect(byReference.body['invoice']).toMatchObject({
      state: 'PENDING',
      value: 100,
      currency: 'KES',
      api_ref: 'R-1',
    });
    expect((await status({ checkout_id: id, signature: 'guessed' })).status).toBe(404);
    expect((await status({ invoice_id: 'NONE' })).status).toBe(404);
    expect((await status({ checkout_id: id, signature, public_key: 'x' })).status).toBe(401);
  });

  it('shows the amount and every button, without scripts or external resources', async () => {
    const { id } = await checkout({ api_ref: '<script>R</script>' });
    const text = await page(`/checkout/${String(id)}`);
    const buttons = [
      'Pay',
      'Fail',
      'Cancel',
      'Slow',
      'Pay a different amount',
      'Duplicate webhook',
      'Pay twice',
    ];
    for (const button of buttons) expect(text).toContain(`>${button}</button>`);
    expect(text).toContain('KES 100.00');
    expect(text).not.toMatch(/<script|https?:\/\/(?!localhost)/);
  });

  it.each([
    ['pay', { state: 'COMPLETE', value: 100 }, 1],
    ['fail', { state: 'FAILED' }, 1],
    ['cancel', { state: 'FAILED', failed_code: '1032' }, 1],
    ['different', { state: 'COMPLETE', value: 1 }, 1],
    ['duplicate', { state: 'COMPLETE', value: 100 }, 5],
    ['twice', { state: 'COMPLETE', value: 100 }, 2],
  ])(
    'the button %s of the local payment provider leads to %j and notifies the shop %i times',
    async (action, outcome, times) => {
      const { id, signature, url } = await checkout();
      await press(String(url), action);
      expect((await status({ checkout_id: id, signature })).body['invoice']).toMatchObject(outcome);
      await vi.waitFor(() => expect(notifications).toHaveLength(times));
      for (const message of notifications)
        expect(message).toMatchObject({ ...outcome, api_ref: 'R-1', challenge: keys.challenge });
    },
  );

  it('the button Slow of the local payment provider completes a payment later, even across a restart', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'kumbuka-payments-'));
    await payments.stop();
    payments = await start({ dataDir, slowMs: 400 });
    const { id, signature, url } = await checkout();
    await press(String(url), 'slow');
    const stateNow = async () => (await status({ checkout_id: id, signature })).body['invoice']?.['state'];
    expect(await stateNow()).toBe('PROCESSING');
    await payments.stop();
    payments = await start({ dataDir });
    await vi.waitFor(async () => expect(await stateNow()).toBe('COMPLETE'), 3_000);
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('allows a retry of a failed payment but not of a paid one', async () => {
    const { id, signature, url } = await checkout();
    for (const action of ['fail', 'pay', 'cancel']) await press(String(url), action);
    expect((await status({ checkout_id: id, signature })).body['invoice']).toMatchObject({
      state: 'COMPLETE',
    });
  });

  it('a paid checkout of the local payment provider can be paid again, and its status names only the first invoice', async () => {
    const { id, signature, url } = await checkout();
    expect(await page(`/checkout/${String(id)}`)).not.toContain('Pay once more');
    for (const action of ['again', 'twice', 'again', 'pay']) await press(String(url), action);
    expect(await page(`/checkout/${String(id)}`)).toContain('>Pay once more</button>');
    const { body } = await list();
    expect(body['results']).toHaveLength(3);
    const { invoice } = (await status({ checkout_id: id, signature })).body;
    expect(invoice).toEqual(body['results']?.[2]);
  });

  it('lists paid invoices page by page, newest first, to callers with the secret key', async () => {
    const made = [];
    for (let n = 0; n < 23; n++) made.push(await checkout({ api_ref: `R-${n}` }));
    for (const { url } of made.slice(0, 22)) await press(String(url), 'pay');
    const first = await list();
    expect(first.body).toMatchObject({ count: 22, previous: null });
    expect(first.body['results']).toHaveLength(20);
    expect(first.body['results']?.[0]).toMatchObject({ api_ref: 'R-21', state: 'COMPLETE' });
    const second = await list('?state=COMPLETE&page=2');
    expect(second.body).toMatchObject({ next: null });
    expect(second.body['results']).toHaveLength(2);
    expect((await list('')).body['count']).toBe(23);
    expect((await list('?state=COMPLETE&page=3')).status).toBe(404);
    expect((await list('?page=x')).status).toBe(404);
    expect((await list('', 'Bearer wrong')).status).toBe(401);
  });

  it('redirects to the shop with the ids of the payment', async () => {
    const { id, url } = await checkout();
    const text = await press(String(url), 'pay');
    expect(text).toContain('http://localhost:3000/billing/return?from=1&amp;tracking_id=');
    expect(text).toContain(`checkout_id=${String(id)}`);
  });

  it('lists the prompts on phones with buttons to confirm them', async () => {
    const push = (authorization: string) =>
      call(
        '/api/v1/payment/mpesa-stk-push/',
        { amount: 100, phone_number: '254712345678', api_ref: 'R-2' },
        { authorization },
      );
    expect((await push('Bearer wrong')).status).toBe(401);
    const { body } = await push(`Bearer ${keys.secretKey}`);
    const list = await page('/');
    expect(list).toContain('Prompt on 254712345678');
    await press(`${payments.url}/prompts/${String(body['id'])}`, 'pay');
    const paid = await status({ invoice_id: body['invoice']?.['invoice_id'] });
    expect(paid.body['invoice']).toMatchObject({ state: 'COMPLETE', provider: 'M-PESA' });
  });

  it('notifies an unavailable shop again', async () => {
    rejections = 1;
    await press(String((await checkout())['url']), 'pay');
    await vi.waitFor(() => expect(notifications).toHaveLength(2), 4_000);
  });

  it('accepts requests from this machine only, and no form from another site', async () => {
    const { url } = await checkout();
    const foreign = await fetch(String(url), {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body: new URLSearchParams({ action: 'pay' }),
    });
    expect(foreign.status).toBe(403);
    const byName = await new Promise<number | undefined>((resolve) => {
      const headers = { host: 'evil.example' };
      request({ port: payments.port, host: '127.0.0.1', headers }, ({ statusCode }) =>
        resolve(statusCode),
      ).end();
    });
    expect(byName).toBe(403);
  });

  it('rejects to run in production', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    await expect(startPayments(keys)).rejects.toThrow('NODE_ENV=production');
    vi.unstubAllEnvs();
  });
});
