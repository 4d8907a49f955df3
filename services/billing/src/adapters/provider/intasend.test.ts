import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentProvider } from '../../use-cases/ports.ts';
import { providerKeys, startTestPayments, type TestPayments } from '../../testing/test-billing.ts';
import { createIntaSend } from './intasend.ts';

const order = { apiRef: 'KMB-1', amountCents: 10_000, currency: 'KES' };
const back = { ...order, redirectUrl: 'http://localhost:3000/billing/return' };
const clientOf = (url: string, timeoutMs = 2_000, monotonic?: () => number) =>
  createIntaSend({ url, ...providerKeys, timeoutMs, ...(monotonic ? { monotonic } : {}) });

describe('the client of IntaSend with the local provider', () => {
  let payments: TestPayments;
  let client: PaymentProvider;
  beforeAll(async () => {
    payments = await startTestPayments();
    client = clientOf(payments.url);
  });
  afterAll(() => payments.stop());

  it('opens a page and reads its state by its signature', async () => {
    const checkout = await client.startCheckout(back);
    expect(checkout.url).toBe(`${payments.url}/checkout/${checkout.id}`);
    const pending = await client.readInvoice({ checkout });
    expect(pending).toMatchObject({
      state: 'pending',
      apiRef: 'KMB-1',
      amountCents: 10_000,
      currency: 'KES',
    });
    expect(await client.readInvoice({ checkout: { ...checkout, signature: 'guessed' } })).toBeNull();
    const { invoiceId } = await payments.press(checkout.url, 'pay');
    expect(await client.readInvoice({ invoiceId })).toMatchObject({ state: 'complete', invoiceId });
  });

  it('sends a prompt to a phone', async () => {
    const { invoiceId } = await client.requestStkPush({ ...order, apiRef: 'KMB-2', phone: '254712345678' });
    await payments.answerPrompt('KMB-2', 'cancel');
    expect(await client.readInvoice({ invoiceId })).toMatchObject({ state: 'failed', cause: 'cancelled' });
  });

  it('reports an unknown invoice as missing', async () =>
    expect(await client.readInvoice({ invoiceId: 'NONE' })).toBeNull());

  it('reads all payments, page by page', async () => {
    const apiRefs = Array.from({ length: 21 }, (_, index) => `KMB-L${index}`);
    for (const apiRef of apiRefs) {
      const { url } = await client.startCheckout({ ...back, apiRef });
      await payments.press(url, apiRef === 'KMB-L9' ? 'fail' : 'pay');
    }
    const pages = [await client.listPaid(1), await client.listPaid(2)];
    expect(pages.map(({ isLast }) => isLast)).toEqual([false, true]);
    const listed = new Set(pages.flatMap(({ entries }) => entries.map(({ apiRef }) => apiRef)));
    expect(apiRefs.filter((apiRef) => !listed.has(apiRef))).toEqual(['KMB-L9']);
    expect(await client.listPaid(3)).toEqual({ entries: [], isLast: true });
  });

  it('the client of IntaSend reports wrong keys', async () => {
    const stranger = createIntaSend({
      url: payments.url,
      ...providerKeys,
      publicKey: 'x',
      secretKey: 'y',
      timeoutMs: 2_000,
    });
    await expect(stranger.startCheckout(back)).rejects.toMatchObject({ code: 'CHECKOUT_FAILED' });
    await expect(stranger.listPaid(1)).rejects.toMatchObject({ code: 'CHECKOUT_FAILED' });
    await expect(stranger.requestStkPush({ ...order, phone: '254712345678' })).rejects.toMatchObject({
      code: 'CHECKOUT_FAILED',
    });
  });
});

describe('the client of IntaSend with a failing provider', () => {
  let server: Server;
  let calls = 0;
  const failingProvider = async (respond: (response: ServerResponse) => void) => {
    calls = 0;
    server = createServer((_request, response) => {
      calls += 1;
      respond(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it.each<[string, (response: ServerResponse) => void, string]>([
    ['hangs', () => undefined, 'PROVIDER_TIMEOUT'],
    ['hangs up', (response) => response.destroy(), 'PROVIDER_TIMEOUT'],
    ['sends half a response', (response) => response.writeHead(200).write('{"id":'), 'PROVIDER_TIMEOUT'],
    ['fails', (response) => response.writeHead(500).end('secret stack'), 'CHECKOUT_FAILED'],
    ['sends no JSON', (response) => response.end('<html>'), 'CHECKOUT_FAILED'],
    ['sends another shape', (response) => response.end('{"id": 1}'), 'CHECKOUT_FAILED'],
    ['sends an endless response', (response) => response.end('x'.repeat(70_000)), 'CHECKOUT_FAILED'],
    [
      'leads elsewhere',
      (response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
      'PROVIDER_TIMEOUT',
    ],
    [
      'gives a page that is none',
      (response) => response.end('{"id":"a","signature":"b","url":"javascript:x"}'),
      'CHECKOUT_FAILED',
    ],
  ])('that %s throws an error without the text of the provider', async (_what, respond, code) => {
    const client = clientOf(await failingProvider(respond), 600);
    const failure: unknown = await client.startCheckout(back).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code });
    expect(`${String(failure)} ${String(Object(failure).cause)}`).not.toMatch(/secret|signature|ISPubKey/);
  });

  it('pauses after five calls without a response', async () => {
    const client = clientOf(await failingProvider((response) => response.destroy()));
    for (let call = 0; call < 8; call++)
      await expect(client.readInvoice({ invoiceId: 'X' })).rejects.toMatchObject({
        code: call < 5 ? 'PROVIDER_TIMEOUT' : 'CHECKOUT_FAILED',
      });
    expect([calls, client.isResting()]).toEqual([5, true]);
  });

  it.each([429, 500, 503])(
    'pauses after five responses of %i, and calls again after ten seconds',
    async (status) => {
      const clock = { ms: 0 };
      let now = status;
      const client = clientOf(
        await failingProvider((response) => response.writeHead(now).end('{}')),
        undefined,
        () => clock.ms,
      );
      const readInvoice = () =>
        client.readInvoice({ invoiceId: 'X' }).catch((error: { code: string }) => error.code);
      for (let call = 0; call < 8; call++) expect(await readInvoice()).toBe('CHECKOUT_FAILED');
      expect([calls, client.isResting()]).toEqual([5, true]);
      now = 404;
      clock.ms = 10_000;
      expect(await readInvoice()).toBeNull();
      expect([calls, client.isResting()]).toEqual([6, false]);
    },
  );

  it.each([
    ['1', 'The balance is insufficient for the transaction.', 'low-balance'],
    ['17', 'System internal error.', 'mpesa-busy'],
    ['26', 'System busy. The service request is rejected.', 'mpesa-busy'],
    [
      '1001',
      'Unable to lock subscriber, a transaction is already in process for the current subscriber',
      'phone-busy',
    ],
    ['1019', 'Transaction has expired', 'expired'],
    ['1025', 'An error occurred while sending a push request', 'not-sent'],
    ['1032', 'Request cancelled by user.', 'cancelled'],
    ['1037', 'DS timeout user cannot be reached.', 'unreachable'],
    ['2001', 'The initiator information is invalid.', 'wrong-pin'],
    ['9999', 'An error occurred.', 'mpesa-error'],
    ['4999', 'The transaction failed.', 'declined'],
  ])('reports why M-Pesa ended a request: %s, "%s"', async (code, words, cause) => {
    let failure: object = {};
    const invoice = { invoice_id: 'INV', state: 'FAILED', value: 100, currency: 'KES', api_ref: 'KMB-1' };
    const client = clientOf(
      await failingProvider((response) =>
        response.end(JSON.stringify({ invoice: { ...invoice, ...failure } })),
      ),
    );
    const causeOf = async (reported: object) => {
      failure = reported;
      return (await client.readInvoice({ invoiceId: 'INV' }))?.cause;
    };
    expect(await causeOf({ failed_code: code, failed_reason: null })).toBe(cause);
    expect(await causeOf({ failed_code: Number(code), failed_reason: 'Unknown words' })).toBe(cause);
    const byWords = code === '17' ? 'mpesa-error' : cause;
    expect(await causeOf({ failed_code: null, failed_reason: words })).toBe(byWords);
  });

  it.each([
    ['an array, as documented', (entries: object[]) => entries],
    ['a page, as every other list', (entries: object[]) => ({ count: 3, next: null, results: entries })],
  ])(
    'the client of IntaSend with a provider that lists refunds as %s finds the invoice in each of them',
    async (_form, responseOf) => {
      const entries = [
        {
          id: 1,
          transaction: 1,
          invoice: 'INV1',
          amount: 100,
          reason: 'Delayed',
          status: 'PENDING',
          resolution: '',
        },
        { id: 'cb-2', transaction: { invoice: { invoice_id: 'INV2' } }, amount: '49.50', status: 'COMPLETE' },
        { id: 3, invoice: 1, amount: 'all of it' },
        { reason: 'nameless' },
      ];
      const client = clientOf(
        await failingProvider((response) => response.end(JSON.stringify(responseOf(entries)))),
      );
      const nothing = { reason: '', status: '' };
      expect(await client.listRefunds(1)).toEqual({
        isLast: true,
        entries: [
          { id: '1', invoiceId: 'INV1', amountCents: 10_000, reason: 'Delayed', status: 'PENDING' },
          { ...nothing, id: 'cb-2', invoiceId: 'INV2', amountCents: 4_950, status: 'COMPLETE' },
          { ...nothing, id: '3', invoiceId: '1', amountCents: null },
        ],
      });
    },
  );
});
