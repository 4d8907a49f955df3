import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { passTime } from '../../test/pass-time.ts';
import { renderScreen } from '../../test/render-screen.tsx';
import { learnServerTime } from '../browser/server-clock.ts';
import { usePlan } from './use-plan.ts';

function PlanText() {
  const { isActive } = usePlan();
  if (isActive === null) return <p>unknown</p>;
  return <p>{isActive ? 'active' : 'inactive'}</p>;
}

const hour = 3_600_000;
/** The server's clock is so far ahead of the browser's. */
const setServerTime = (aheadMs: number) =>
  learnServerTime(new Date(Date.now() + aheadMs).toUTCString(), Date.now(), Date.now());
afterEach(() => setServerTime(0));

it.each([
  ['a plan that ends while the page is open is shown as ended', 0],
  ['a plan ends in time in a browser whose clock is an hour slow', hour],
  ['a plan ends in time in a browser whose clock is an hour fast', -hour],
])('%s', async (_what, aheadMs) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  setServerTime(aheadMs);
  const end = Date.now() + aheadMs + 60_000;
  const subscription = () => ({
    __typename: 'LearnerSubscription',
    status: Date.now() + aheadMs < end ? 'ACTIVE' : 'INACTIVE',
    currentPeriodEnd: new Date(end).toISOString(),
    monthUsed: 0,
    monthFreeLimit: 5,
    monthRemaining: null,
    unlimited: true,
  });
  renderScreen({
    screen: <PlanText />,
    responses: {
      CurrentPlan: () => ({
        viewer: { __typename: 'User', id: '7', subscription: subscription(), aiQuota: null },
      }),
    },
  });
  expect(await screen.findByText('active')).toBeTruthy();
  await passTime(58_000);
  expect(screen.getByText('active')).toBeTruthy();
  await passTime(6_000);
  expect(await screen.findByText('inactive')).toBeTruthy();
});
