import { gql, type ApolloClient, type TypedDocumentNode } from '@apollo/client';
import { render, screen, waitFor } from '@testing-library/react';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { asha } from '../../test/render-screen.tsx';
import { createClient } from '../apollo/client.ts';
import { createAuthApi, type Viewer } from './auth-api.ts';
import { AuthProvider, useAuth } from './auth-context.tsx';
import { readToken } from './token.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const soon = { timeout: 10_000 };
/** Auth alone serves the names, without the figures of other services. */
const viewerQuery: TypedDocumentNode<{ viewer: Pick<Viewer, 'id' | 'email' | 'username'> }> = gql`
  query Names {
    viewer {
      id
      email
      username
    }
  }
`;

let auth: ChildProcess;
let url: string;
beforeAll(async () => {
  const script = resolve(import.meta.dirname, '../../../../../services/auth/src/testing/serve-clients.ts');
  auth = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(auth.stdout!, 'data')) as [Buffer];
  url = line.toString().trim();
}, 60_000);
afterAll(async () => {
  auth.stdin!.end();
  await once(auth, 'exit');
});
beforeEach(() => localStorage.clear());

const ask = async (path: string, body: object = {}) =>
  (await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body) })).json();
const pass = (ms: number) => ask('/pass', { ms });

function Probe() {
  const { user, loading, locked } = useAuth();
  return <p>{loading ? 'loading' : locked ? 'locked' : (user?.username ?? 'nobody')}</p>;
}

/** Opens the page of a learner who has just signed in. */
async function open() {
  const { token, username } = (await ask('/sign-in')) as { token: string; username: string };
  localStorage.setItem('authToken', token);
  let refused = () => {};
  const send: typeof fetch = (_input, init) => fetch(`${url}/graphql`, init);
  const client: ApolloClient = createClient({ onUnauthenticated: () => refused(), send });
  const read = async (): Promise<Viewer> => {
    const { data } = await client.query({
      query: viewerQuery,
      fetchPolicy: 'no-cache',
    });
    return { ...asha, ...data?.viewer };
  };
  const { unmount } = render(
    <AuthProvider
      api={{ ...createAuthApi(client), viewer: read }}
      onReady={(changes) => void (refused = changes.refused)}
    >
      <Probe />
    </AuthProvider>,
  );
  await screen.findByText(username);
  return { token, username, read, unmount };
}

it('a page that was left open for 13 hours stays signed in: its next call renews the access that ran out', async () => {
  const { token, username, read, unmount } = await open();
  await pass(13 * hourMs);
  await read().catch(() => {});
  await waitFor(() => expect(readToken()).not.toBe(token), soon);
  expect((await read()).username).toBe(username);
  expect(screen.getByText(username)).toBeTruthy();
  unmount();
});

it('a learner who studies once a day for a week signs in once', async () => {
  const { username, read, unmount } = await open();
  for (let day = 0; day < 7; day += 1) {
    const before = readToken();
    await pass(dayMs);
    await read().catch(() => {});
    await waitFor(() => expect(readToken()).not.toBe(before), soon);
    await waitFor(async () => expect((await read()).username).toBe(username), soon);
  }
  unmount();
});

it('after 31 days without use the page asks to sign in again', async () => {
  const { token, read, unmount } = await open();
  await pass(31 * dayMs);
  await expect(read()).rejects.toMatchObject({ message: expect.any(String) });
  await screen.findByText('locked', {}, soon);
  expect(readToken()).not.toBe(token);
  unmount();
});
