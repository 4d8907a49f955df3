import { describe, expect, it } from 'vitest';
import { Paywall } from './errors.ts';
import { commit, emptyQuota, release, reserve, usageOf, usedOf } from './quota.ts';

const free = { subscribed: false, zone: 'Africa/Nairobi', at: new Date('2026-03-10T12:00:00Z') };
const subscribed = { ...free, subscribed: true };
const usedUp = [1, 2, 3, 4, 5].reduce(
  (quota, id) => commit(reserve(quota, id, free), id),
  emptyQuota(7, '2026-03'),
);

describe('the ledger of a month', () => {
  it('counts a running prompt, and a failure releases it', () => {
    const running = reserve(emptyQuota(7, '2026-03'), 1, free);
    expect(usedOf(running)).toBe(1);
    expect(usedOf(commit(running, 1))).toBe(1);
    expect(usedOf(release(running, 1))).toBe(0);
  });

  it('settles a generation once', () => {
    const committed = commit(reserve(emptyQuota(7, '2026-03'), 1, free), 1);
    expect(commit(committed, 1)).toEqual(committed);
    expect(release(committed, 1)).toEqual(committed);
  });

  it('rejects the sixth prompt of a month with what was used', () => {
    const rejected = () => reserve(usedUp, 6, free);
    expect(rejected).toThrow(Paywall);
    expect(rejected).toThrow(
      expect.objectContaining({
        code: 'PAYWALL',
        status: 402,
        usage: { used: 5, limit: 5, remaining: 0, month: '2026-03' },
      }),
    );
  });

  it('counts subscribers without a limit', () => {
    expect(usedOf(reserve(usedUp, 6, subscribed))).toBe(6);
    expect(usageOf(usedUp, subscribed)).toMatchObject({ used: 5, remaining: null, unlimited: true });
  });

  it('raises its version only when what is used changes', () => {
    const running = reserve(emptyQuota(7, '2026-03'), 1, free);
    expect([running.version, commit(running, 1).version, release(running, 1).version]).toEqual([1, 1, 2]);
  });
});
