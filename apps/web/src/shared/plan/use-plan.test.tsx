import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { passTime } from '../../test/pass-time.ts';
import { renderScreen } from '../../test/render-screen.tsx';
import { usePlan } from './use-plan.ts';

function PlanText() {
  const { isActive } = usePlan();
  if (isActive === null) return <p>unknown</p>;
  return <p>{isActive ? 'active' : 'inactive'}</p>;
}

it('a plan that ends while the page is open is told of as ended', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const end = Date.now() + 60_000;
  const subscription = () => ({
    __typename: 'LearnerSubscription',
    status: Date.now() < end ? 'ACTIVE' : 'INACTIVE',
    currentPeriodEnd: new Date(end).toISOString(),
    monthUsed: 0,
    monthFreeLimit: 5,
    monthRemaining: null,
    unlimited: true,
  });
  renderScreen({
    screen: <PlanText />,
    answers: {
      CurrentPlan: () => ({
        viewer: { __typename: 'User', id: '7', subscription: subscription(), aiQuota: null },
      }),
    },
  });
  expect(await screen.findByText('active')).toBeTruthy();
  await passTime(59_000);
  expect(screen.getByText('active')).toBeTruthy();
  await passTime(3_000);
  expect(await screen.findByText('inactive')).toBeTruthy();
});
