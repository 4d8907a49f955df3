/**
 * Serves a running billing with an unreliable provider to tests in another process, such as those of the web client.
 * `POST /graphql/<learner>` is a call of a learner, `POST /control` changes the world, `GET /world` shows it. Prints its
 * address.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { providerKeys, startBilling, type Button } from './test-billing.ts';
import { startUnreliableProvider } from './unreliable-provider.ts';

/** Change of the world; each field is optional. */
export interface Control {
  /** Moves the clock. */
  passMs?: number;
  /** What the provider does with payment requests from now on. */
  prompts?: 'work' | 'lost' | 'slow' | 'refused';
  /** Presses a button on the phone that shows a payment request. */
  answer?: { apiRef: string; button: Button };
}

/** What the provider has seen. */
export interface World {
  prompts: number;
  pages: number;
  now: string;
  /** Payment requests that can be paid, latest first. */
  waiting: { phone: string; apiRef: string }[];
}

interface Invoice {
  provider: string;
  account: string;
  api_ref: string;
}

let aheadMs = 0;
const now = () => new Date(Date.now() + aheadMs);
const provider = await startUnreliableProvider();
const billing = await startBilling(
  {
    INTASEND_URL: provider.url,
    INTASEND_TIMEOUT_MS: '400',
    PROMPTS_PER_HOUR: '1000000',
    // The origin of jsdom's page.
    WEB_ORIGINS: 'http://localhost',
  },
  { now, timeouts: { providerMs: 400, callMs: 100 }, jobsEveryMs: 3_600_000 },
);

async function waitingPrompts(): Promise<World['waiting']> {
  const response = await fetch(`${provider.payments.url}/api/v1/invoices/?state=PENDING`, {
    headers: { authorization: `Bearer ${providerKeys.secretKey}` },
  });
  const { results } = (await response.json()) as { results: Invoice[] };
  return results
    .filter((invoice) => invoice.provider === 'M-PESA')
    .map(({ account: phone, api_ref: apiRef }) => ({ phone, apiRef }));
}

async function control({ passMs = 0, prompts, answer }: Control): Promise<object> {
  aheadMs += passMs;
  const stk = /stk-push/;
  if (prompts)
    Object.assign(provider.faults, {
      lost: prompts === 'lost' ? stk : null,
      slow: prompts === 'slow' ? stk : null,
      rejected: prompts === 'refused' ? stk : null,
    });
  if (answer) await provider.payments.answerPrompt(answer.apiRef, answer.button);
  return {};
}

const readWorld = async (): Promise<World> => ({
  prompts: provider.prompts(),
  pages: provider.pages(),
  now: now().toISOString(),
  waiting: await waitingPrompts(),
});

async function bodyOf(request: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString() || '{}');
}

async function respondTo(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
  const [, place, learner] = (request.url ?? '').split('/');
  if (place === 'world') return { status: 200, body: await readWorld() };
  const body = await bodyOf(request);
  if (place === 'control') return { status: 200, body: await control(body) };
  const key = request.headers['idempotency-key'];
  return billing.rest('POST', '/graphql', {
    as: Number(learner),
    body,
    headers: typeof key === 'string' ? { 'idempotency-key': key } : {},
  });
}

const server = createServer((request, response) => {
  void respondTo(request)
    .catch((error: unknown) => ({ status: 500, body: String(error) }))
    .then(({ status, body }) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'x-kumbuka-time': now().toISOString() })
        .end(JSON.stringify(body)),
    );
});
await once(server.listen(0, '127.0.0.1'), 'listening');
console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

// The parent holds the other end of standard input, so that this process ends with it in any case.
process.stdin.resume();
process.stdin.once('end', () => {
  server.closeAllConnections();
  server.close();
  void billing
    .stop()
    .then(() => provider.stop())
    .then(() => process.exit(0));
});
