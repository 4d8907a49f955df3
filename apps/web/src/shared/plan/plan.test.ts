import { expect, it } from 'vitest';
import { money } from './money.ts';
import { planOf, planPrice } from './plan.ts';

const inactive = {
  __typename: 'LearnerSubscription' as const,
  status: 'INACTIVE' as const,
  currentPeriodEnd: null,
  monthUsed: 2,
  monthFreeLimit: 5,
  monthRemaining: 3,
  unlimited: false,
};
const quota = { used: 4, limit: 5, remaining: 1, unlimited: false, resetsAt: '2026-11-30T21:00:00Z' };

it('the plan has the prompts that ai counts, and those of billing when ai is unavailable', () => {
  expect(planOf({ subscription: inactive, aiQuota: quota }).prompts).toEqual({
    used: 4,
    limit: 5,
    remaining: 1,
    resetsAt: '2026-11-30T21:00:00Z',
  });
  expect(planOf({ subscription: inactive, aiQuota: null }).prompts).toMatchObject({
    used: 2,
    remaining: 3,
  });
});

it('an unknown plan is neither active nor inactive', () => {
  expect(planOf(undefined)).toEqual({ isActive: null, until: null, prompts: null });
  expect(planOf({ subscription: null, aiQuota: null })).toEqual({
    isActive: null,
    until: null,
    prompts: null,
  });
});

it.each([
  ['a browser whose clock is slow took an ended plan for active', 'INACTIVE', 1_000, false],
  ['a browser whose clock is fast took an active plan for ended', 'ACTIVE', -1_000, true],
] as const)('%s', (_symptom, status, leftMs, isActive) => {
  const currentPeriodEnd = new Date(Date.now() + leftMs).toISOString();
  const subscription = { ...inactive, status, currentPeriodEnd };
  expect(planOf({ subscription, aiQuota: null }).isActive).toBe(isActive);
});

it('a subscriber has unlimited prompts, even before the quota learns of the payment', () => {
  const subscription = { ...inactive, status: 'ACTIVE' as const, currentPeriodEnd: '2026-12-22T08:00:00Z' };
  expect(planOf({ subscription, aiQuota: quota })).toMatchObject({
    isActive: true,
    prompts: { remaining: null },
  });
});

it('an amount in cents is formatted for people', () => {
  expect([money(10_000, 'KES'), money(9_950, 'KES'), planPrice]).toEqual(['KES 100', 'KES 99.50', 'KES 100']);
});
