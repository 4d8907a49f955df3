import { gql } from '@apollo/client';
import { expect, it } from 'vitest';
import { createClient } from './client.ts';

/** Returns the keys of the requests that a client sends. */
function spyOnKeys() {
  const keys: (string | null)[] = [];
  const client = createClient({
    onUnauthenticated: () => undefined,
    send: async (_input, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'));
      return new Response('{"data":{"logOut":true}}', { headers: { 'content-type': 'application/json' } });
    },
  });
  return { client, keys };
}

const mutation = gql`
  mutation LogOut {
    logOut
  }
`;

it('every write has an Idempotency-Key of its own, because browsers repeat a POST on a cut connection', async () => {
  const { client, keys } = spyOnKeys();
  await client.mutate({ mutation });
  await client.mutate({ mutation });
  expect(keys).toEqual([expect.stringMatching(/^[\w-]{36}$/), expect.stringMatching(/^[\w-]{36}$/)]);
  expect(keys[0]).not.toBe(keys[1]);
});

it('a form keeps the key that it chose, and a query has none', async () => {
  const { client, keys } = spyOnKeys();
  await client.mutate({ mutation, context: { headers: { 'Idempotency-Key': 'of-the-form' } } });
  await client.query({
    query: gql`
      query Out {
        logOut
      }
    `,
  });
  expect(keys).toEqual(['of-the-form', null]);
});
