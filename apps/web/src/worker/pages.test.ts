import { serverTimeHeader } from '@kumbuka/contracts/constants';
import { afterEach, expect, it, vi } from 'vitest';
import { isScreen, openPage, showDue } from './pages.ts';

const policy = (nonce: string) =>
  `default-src 'self'; script-src 'self' 'nonce-${nonce}'; style-src 'nonce-${nonce}'`;
const page = (text: string, { status = 200, isOurs = true } = {}) =>
  new Response(`<script nonce="old">${text}</script>`, {
    status,
    headers: {
      'content-security-policy': policy('old'),
      ...(isOurs ? { [serverTimeHeader]: '2026-11-29T10:00:00.000Z' } : {}),
    },
  });
const shell = async () => page('shell');

afterEach(() => void vi.useRealTimers());

it('a page of the server is shown as it is', async () => {
  const opened = await openPage(Promise.resolve(page('fresh')), shell);
  expect(await opened.text()).toContain('fresh');
});

it('a page that the server does not have is shown as it is', async () => {
  const opened = await openPage(Promise.resolve(page('not found', { status: 404 })), shell);
  expect(opened.status).toBe(404);
});

it.each([
  ['without a network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['when the server is overloaded', async () => page('overloaded', { status: 503 })],
  ['behind the sign-in page of a hotspot', async () => page('Pay for this wifi', { isOurs: false })],
])('the shell opens %s', async (_when, network) => {
  const opened = await openPage(network(), shell);
  expect(await opened.text()).toContain('shell');
});

it('the shell opens after 3 s without a response', async () => {
  vi.useFakeTimers();
  const opened = openPage(new Promise<Response>(() => {}), shell);
  await vi.advanceTimersByTimeAsync(2_900);
  const state = await Promise.race([opened.then(() => 'opened'), Promise.resolve('waiting')]);
  expect(state).toBe('waiting');
  await vi.advanceTimersByTimeAsync(200);
  expect(await (await opened).text()).toContain('shell');
});

it('without a stored shell the response of the network is shown, whatever it is', async () => {
  const opened = await openPage(Promise.resolve(page('down', { status: 503 })), async () => undefined);
  expect(opened.status).toBe(503);
});

it('each opening of the shell has a nonce of its own, the same in the page and in its policy', async () => {
  const open = async () => {
    const opened = await openPage(Promise.reject(new TypeError('Failed to fetch')), shell);
    const nonce = /nonce="([^"]+)"/.exec(await opened.text())?.[1] ?? '';
    expect(opened.headers.get('content-security-policy')).toBe(policy(nonce));
    return nonce;
  };
  const nonces = [await open(), await open(), 'old'];
  expect(new Set(nonces).size).toBe(3);
});

it('only screens are opened from the shell', () => {
  const at = (path: string) => isScreen(new URL(path, 'https://kumbuka.example'));
  expect(['/', '/dashboard', '/mydecks/12', '/study/due'].map(at)).toEqual([true, true, true, true]);
  expect(['/graphql', '/live', '/imports/1', '/assets/a.js', '/favicon.svg', '/health/live'].map(at)).toEqual(
    Array(6).fill(false),
  );
});

it.each([
  { urls: ['/mydecks/12'], focused: [], opened: ['/study/due'] },
  { urls: ['/mydecks/12', '/study/due?from=mail'], focused: ['/study/due?from=mail'], opened: [] },
])('a reminder does not load a page with unsaved work again: $urls', async ({ urls, focused, opened }) => {
  const calls = { focus: vi.fn(), navigate: vi.fn(), open: vi.fn() };
  const pages = urls.map((path) => ({
    url: `https://kumbuka.example${path}`,
    focus: async () => calls.focus(path),
    navigate: calls.navigate,
  }));
  const clients = { matchAll: async () => pages, openWindow: async (path: string) => calls.open(path) };
  await showDue(clients);
  expect(calls.navigate).not.toHaveBeenCalled();
  expect(calls.focus.mock.calls.flat()).toEqual(focused);
  expect(calls.open.mock.calls.flat()).toEqual(opened);
});
