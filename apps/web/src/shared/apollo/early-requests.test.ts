import { afterEach, beforeEach, expect, it } from 'vitest';
import { asha } from '../../test/render-screen.tsx';
import { CurrentViewerDocument, LogOutDocument } from '../auth/auth.generated.ts';
import { clearToken, storeToken } from '../auth/token.ts';
import { createClient } from './client.ts';

const viewerCalled = (username: string) =>
  Response.json({ data: { viewer: { __typename: 'User', ...asha, username } } });
let sent: RequestInit[] = [];

function connect() {
  const send: typeof fetch = async (_address, init = {}) => {
    sent.push(init);
    return viewerCalled('sent');
  };
  const client = createClient({ onUnauthenticated: () => undefined, send });
  return async () => (await client.query({ query: CurrentViewerDocument })).data?.viewer.username;
}

/** As the page does it before the client is there. */
async function sendEarly(token: string, response: () => Promise<Response>) {
  await connect()();
  const [{ body = '', headers }] = sent as [RequestInit];
  const sentHeaders = { ...Object.fromEntries(new Headers(headers)), authorization: `Bearer ${token}` };
  globalThis.earlyRequests = [
    {
      body: String(body),
      headers: sentHeaders,
      sentAt: Date.now(),
      receivedAt: Date.now(),
      response: response(),
    },
  ];
  sent = [];
}

beforeEach(() => storeToken('mine'));
afterEach(() => {
  clearToken();
  sent = [];
  globalThis.earlyRequests = undefined;
});

it('an early response is used once and not requested again', async () => {
  await sendEarly('mine', async () => viewerCalled('early'));
  const read = connect();
  expect([await read(), sent.length]).toEqual(['early', 0]);
  expect([await read(), sent.length]).toEqual(['sent', 1]);
});

it('an early response for the token of another person is not used', async () => {
  await sendEarly('of another', async () => viewerCalled('another'));
  expect(await connect()()).toBe('sent');
});

it('an early response is not used after a change of the account, or long after', async () => {
  await sendEarly('mine', async () => viewerCalled('early'));
  globalThis.earlyRequests![0]!.sentAt -= 20_000;
  expect(await connect()()).toBe('sent');

  await sendEarly('mine', async () => viewerCalled('early'));
  const client = createClient({
    onUnauthenticated: () => undefined,
    send: async () => Response.json({ data: { logOut: true } }),
  });
  await client.mutate({ mutation: LogOutDocument, errorPolicy: 'all' });
  expect(await connect()()).toBe('sent');
});

it('an early request that timed out is not waited for again', async () => {
  await sendEarly('mine', () => Promise.reject(new DOMException('late', 'TimeoutError')));
  await expect(connect()()).rejects.toThrow('late');
});

it('an early request that failed is sent again', async () => {
  await sendEarly('mine', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await connect()()).toBe('sent');
});
