import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLease } from './lease.ts';
import { startTrialStack, type TrialService, type TrialStack } from '../testing/trial-stack.ts';

let stack: TrialStack;
let service: TrialService;
beforeAll(async () => {
  stack = await startTrialStack();
  service = await stack.createService();
});
afterAll(() => stack.stop());

const hour = 3_600_000;

/** Wall and monotonic clock of a process; `set` changes the wall clock only. */
function aClock(wall = 1_800_000_000_000) {
  let monotonic = 0;
  return {
    wall: () => wall,
    monotonic: () => monotonic,
    pass(ms: number) {
      wall += ms;
      monotonic += ms;
    },
    set: (ms: number) => void (wall += ms),
  };
}
const aLease = (name: string, clock: ReturnType<typeof aClock>) =>
  createLease(service.connection, name, clock);

it('a lease is taken over 6 s after the death of a holder whose clock was 60 days ahead', async () => {
  const [ahead, right] = [aClock(1_800_000_000_000 + 60 * 24 * hour), aClock()];
  expect(await aLease('ahead', ahead).hold()).toBe(true);
  const successor = aLease('ahead', right);
  for (const seconds of [0, 1, 2, 3, 4, 5]) {
    expect([seconds, await successor.hold()]).toEqual([seconds, false]);
    right.pass(1_000);
  }
  expect(await successor.hold()).toBe(true);
  expect(successor.epoch()).toBe(2);
});

it('a lease stays with a living holder, whatever its clock', async () => {
  const [behind, right] = [aClock(1_800_000_000_000 + 60 * 24 * hour), aClock()];
  const [holder, rival] = [aLease('living', behind), aLease('living', right)];
  for (let seconds = 0; seconds < 20; seconds++) {
    expect([await holder.hold(), await rival.hold()]).toEqual([true, false]);
    behind.pass(1_000);
    right.pass(1_000);
  }
});

it('a holder keeps its lease after the clock was set back an hour', async () => {
  const clock = aClock();
  const [holder, rival] = [aLease('back', clock), aLease('back', clock)];
  expect(await holder.hold()).toBe(true);
  clock.set(-hour);
  for (let seconds = 0; seconds < 20; seconds++) {
    expect([await holder.hold(), await rival.hold()]).toEqual([true, false]);
    clock.pass(1_000);
  }
  expect(holder.epoch()).toBe(1);
});

it('a caller acquires an expired or released lease at once', async () => {
  const clock = aClock();
  const [first, second, third] = [aLease('free', clock), aLease('free', clock), aLease('free', clock)];
  await first.hold();
  clock.pass(6_000);
  expect(await second.hold()).toBe(true);
  await second.release();
  expect(await third.hold()).toBe(true);
  expect(third.epoch()).toBe(3);
});
