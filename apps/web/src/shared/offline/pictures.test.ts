import { afterEach, expect, it, vi } from 'vitest';
import { forgetUser } from '../browser/forget-user.ts';
import { keepPictures } from './pictures.ts';

const address = (letter: string) => `/media/${letter.repeat(32)}-64x48.webp`;
const text = `![a](${address('a')}) ![b (1/2)](${address('b')}#parts=1/2;a,0,0,1,1) ![c](/media/${'c'.repeat(32)}.mp3)`;

function withWorker(controller: object | null) {
  vi.stubGlobal('navigator', { serviceWorker: { controller } });
  const fetched = vi.fn(async (_url: string) => new Response('picture'));
  vi.stubGlobal('fetch', fetched);
  return () => fetched.mock.calls.map(([url]) => url);
}
afterEach(() => void vi.unstubAllGlobals());

it('the pictures of cards are loaded once each, for the worker to store them', async () => {
  const loaded = withWorker({});
  await keepPictures([text, text], { left: 9 });
  expect(loaded()).toEqual([address('a'), address('b')]);
});

it('no more are loaded than are allowed', async () => {
  const loaded = withWorker({});
  const allowance = { left: 1 };
  await keepPictures([text], allowance);
  await keepPictures([text], allowance);
  expect(loaded()).toEqual([address('a')]);
});

it('without a worker none is loaded', async () => {
  const loaded = withWorker(null);
  await keepPictures([text], { left: 9 });
  expect(loaded()).toEqual([]);
});

it('who signs out leaves no picture behind', () => {
  const deleted = vi.fn(async (_name: string) => true);
  vi.stubGlobal('caches', { delete: deleted });
  forgetUser('7');
  expect(deleted).toHaveBeenCalledWith('pictures');
});

it('pictures that the worker has stored take nothing from the allowance', async () => {
  const loaded = withWorker({});
  vi.stubGlobal('caches', { match: async (url: string) => (url === address('a') ? {} : undefined) });
  await keepPictures([text], { left: 1 });
  expect(loaded()).toEqual([address('b')]);
});

it('no picture is loaded any more once its learner has signed out', async () => {
  withWorker({});
  const payload = btoa(JSON.stringify({ sub: '7', exp: 4_102_444_800 }));
  localStorage.setItem('authToken', `head.${payload}.sign`);
  const fetched = vi.fn(async () => {
    localStorage.removeItem('authToken');
    return new Response('picture');
  });
  vi.stubGlobal('fetch', fetched);
  await keepPictures([text], { left: 9 });
  expect(fetched).toHaveBeenCalledTimes(1);
});
