import { afterEach, expect, it, vi } from 'vitest';
import { reportChange, setLive, sparing, untilChange } from './changes.ts';

afterEach(() => setLive(false));

const never = () => new Promise<void>(() => {});

it('while changes are reported a poll sends a request only after one', async () => {
  let state = 'pending';
  const request = vi.fn<() => Promise<string>>(async () => state);
  const poll = sparing('payments', request);
  setLive(true);
  expect([await poll(), await poll(), await poll()]).toEqual(['pending', 'pending', 'pending']);
  expect(request).toHaveBeenCalledTimes(1);
  state = 'paid';
  reportChange(['payments']);
  expect([await poll(), await poll()]).toEqual(['paid', 'paid']);
  expect(request).toHaveBeenCalledTimes(2);
  reportChange(['decks']);
  await poll();
  expect(request).toHaveBeenCalledTimes(2);
});

it('without reports each poll sends a request, and the first with them does, too', async () => {
  const request = vi.fn<() => Promise<string>>(async () => 'pending');
  const poll = sparing('payments', request);
  await poll();
  await poll();
  setLive(true);
  await poll();
  expect(request).toHaveBeenCalledTimes(3);
});

it('a change during a request is not lost', async () => {
  const request = vi.fn<() => Promise<string>>(async () => {
    if (request.mock.calls.length === 1) reportChange(['payments']);
    return 'pending';
  });
  const poll = sparing('payments', request);
  setLive(true);
  await poll();
  await poll();
  expect(request).toHaveBeenCalledTimes(2);
});

it('a pause ends with the next change of its kind', async () => {
  let hasEnded = false;
  const paused = untilChange('generations', never, 2_000, new AbortController().signal).then(
    () => (hasEnded = true),
  );
  reportChange(['study']);
  await Promise.resolve();
  expect(hasEnded).toBe(false);
  reportChange(['generations']);
  await paused;
  expect(hasEnded).toBe(true);
});
