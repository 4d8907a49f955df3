import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { anAuthApi, asha, renderScreen } from '../../../test/render-screen.tsx';
import { GenerationCosts } from './generation-costs.tsx';
import { OperatorProvider } from '../operator.tsx';

const aDay = (day: string, calls: number, dollars: number) => ({
  __typename: 'GenerationCostDay',
  day,
  calls,
  dollars,
});
const costs = {
  __typename: 'GenerationCosts',
  provider: 'openai',
  isResting: false,
  tokensPerDay: 5_000_000,
  subscriberTokensPerDay: 5_000_000,
  subscriberTokensToday: 0,
  tokensToday: 1_250_000,
  days: [aDay('2026-03-01', 0, 0), aDay('2026-03-02', 40, 0.0123), aDay('2026-03-03', 900, 1.5)],
  dearest: [{ __typename: 'GenerationCostLearner', userId: '17', calls: 300, tokens: 600_000, dollars: 0.6 }],
};

function open(response: object, role: 'ADMIN' | 'LEARNER' = 'ADMIN') {
  localStorage.setItem('authToken', 'tok');
  const read = vi.fn(() => ({ generationCosts: { ...costs, ...response } }));
  const screenOf = (
    <OperatorProvider>
      <GenerationCosts />
    </OperatorProvider>
  );
  renderScreen({
    screen: screenOf,
    at: '/admin',
    path: '/admin',
    api: anAuthApi({ viewer: async () => ({ ...asha, role }) }),
    responses: { GenerationCosts: read },
  });
  return read;
}

it('the cost panel shows the costs of today and in total, by day and by learner, and the rest of the budget', async () => {
  open({});
  expect(await screen.findByText('Free accounts: 1,250,000 of 5,000,000 tokens today (25%)')).toBeDefined();
  expect(screen.getByText('$1.50 today, $1.51 in 3 days by 940 calls')).toBeDefined();
  expect(screen.getByRole('row', { name: '2026-03-02 40 $0.0123' })).toBeDefined();
  expect(screen.queryByText('2026-03-01')).toBeNull();
  expect(screen.getByRole('row', { name: '17 300 600,000 $0.60' })).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('the cost panel warns of an open circuit breaker and of a budget that is nearly spent', async () => {
  open({ isResting: true, tokensToday: 4_600_000 });
  expect(await screen.findByText('The model failed too often and is not called for a while.')).toBeDefined();
  expect(screen.getByText(/^Free accounts: today's budget is nearly spent/)).toBeDefined();
  expect(screen.queryByText(/^Subscribers: today's budget/)).toBeNull();
});

it('the cost panel says that the embedded generator costs nothing', async () => {
  const unused = costs.days.map(({ day }) => aDay(day, 0, 0));
  open({ provider: 'embedded', days: unused, dearest: [], tokensToday: 0 });
  expect(
    await screen.findByText('Cards are made by the embedded generator, which costs nothing.'),
  ).toBeDefined();
});

it('the cost panel requests nothing for a learner', async () => {
  const read = open({}, 'LEARNER');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(read).not.toHaveBeenCalled();
});
