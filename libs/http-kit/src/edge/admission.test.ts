import { describe, expect, it, vi } from 'vitest';
import { burstOfWrites, createAdmission, itemsOfRequest } from './admission.ts';

const perMinute = 60_000;
const burst = 6_000;
const small = { itemsPerMinute: perMinute, holdMs: 0 };

function withClock() {
  let at = 0;
  const admission = createAdmission({ ...small, now: () => at });
  return { admission, addMs: (ms: number) => (at += ms) };
}
const outcomeOf = (consumed: Promise<void>) => consumed.then(() => 'consumed').catch((error) => error);
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('the read budget of an account', () => {
  it('an exhausted read budget rejects requests and says when to retry', async () => {
    const { admission } = withClock();
    expect(await outcomeOf(admission.consume('a', burst))).toBe('consumed');
    expect(await outcomeOf(admission.consume('a', 2_500))).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 3,
    });
  });

  it('a read budget is refilled continuously, not once a minute', async () => {
    const { admission, addMs } = withClock();
    await admission.consume('a', burst);
    addMs(2_000);
    expect(await outcomeOf(admission.consume('a', 2_000))).toBe('consumed');
    expect(await outcomeOf(admission.consume('a', 1))).toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('a read budget never exceeds one burst', async () => {
    const { admission, addMs } = withClock();
    await admission.consume('a');
    addMs(3_600_000);
    await admission.consume('a', burst);
    expect(await outcomeOf(admission.consume('a', 1))).toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('each account has its own read budget', async () => {
    const { admission } = withClock();
    await admission.consume('a', burst);
    expect(await outcomeOf(admission.consume('b', burst))).toBe('consumed');
  });

  it('every request costs a fixed part of the read budget', async () => {
    const { admission } = withClock();
    for (let n = 0; n < burst / itemsOfRequest; n++) await admission.consume('a');
    expect(await outcomeOf(admission.consume('a'))).toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('the read budget of a network is multiplied by the people who share it', async () => {
    const admission = createAdmission({ ...small, people: 10, now: () => 0 });
    expect(await outcomeOf(admission.consume('a', 10 * burst))).toBe('consumed');
    expect(await outcomeOf(admission.consume('a', 1))).toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('a rejection is delayed, so that immediate retries gain nothing', async () => {
    const admission = createAdmission({ ...small, holdMs: 50, now: () => 0 });
    await admission.consume('a', burst);
    vi.useFakeTimers();
    const rejected = vi.fn<() => void>();
    void outcomeOf(admission.consume('a')).then(rejected);
    await vi.advanceTimersByTimeAsync(49);
    expect(rejected).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(rejected).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });
});

describe('the concurrency of an account', () => {
  const entered = async (admission: ReturnType<typeof createAdmission>, account: string, count: number) => {
    let running = 0;
    const turns = Array.from({ length: count }, async () => {
      const turn = await admission.enter(account);
      running += 1;
      return turn;
    });
    await settled();
    return { turns, running: () => running };
  };

  it('four requests of an account run concurrently; further ones wait, and those of other accounts do not', async () => {
    const { admission } = withClock();
    const { turns, running } = await entered(admission, 'a', 6);
    expect(running()).toBe(4);
    expect((await entered(admission, 'b', 1)).running()).toBe(1);
    (await turns[0])?.end();
    await settled();
    expect(running()).toBe(5);
  });

  it('a request that reads the maximum of an operation runs alone', async () => {
    const { admission } = withClock();
    const large = await admission.enter('a');
    const other = await admission.enter('a');
    let widened = false;
    const widening = large.widen(5_000).then(() => (widened = true));
    await settled();
    expect(widened).toBe(false);
    other.end();
    await widening;
    const { turns, running } = await entered(admission, 'a', 2);
    expect(running()).toBe(0);
    large.end();
    await Promise.all(turns);
    expect(running()).toBe(2);
  });

  it('two large requests of an account run one after the other', async () => {
    const { admission } = withClock();
    const [first, second] = [await admission.enter('a'), await admission.enter('a')];
    const order: string[] = [];
    const waits = [
      first.widen(5_000).then(() => order.push('first')),
      second.widen(5_000).then(() => order.push('second')),
    ];
    await settled();
    expect(order).toHaveLength(1);
    (order[0] === 'first' ? first : second).end();
    await Promise.all(waits);
    expect(order).toHaveLength(2);
  });

  it('a request is rejected when too many of its account wait already', async () => {
    const { admission } = withClock();
    const all = Array.from({ length: 133 }, () => admission.enter('a'));
    await expect(all[132]).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 1 });
  });
});

it('120 writes that an account sends at once wait for their turn, and none is rejected', async () => {
  const admission = createAdmission({
    itemsPerMinute: 120_000,
    burst: burstOfWrites,
    holdMs: 0,
    now: () => 0,
  });
  let done = 0;
  const write = async () => {
    await admission.consume('a');
    const turn = await admission.enter('a');
    await settled();
    turn.end();
    done += 1;
  };
  await Promise.all(Array.from({ length: 120 }, write));
  expect(done).toBe(120);
});
