import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { onOpenBilling } from '../shared/plan/open-billing.ts';
import { anAuthApi, asha, refusal, renderScreen, someStats, type Responses } from '../test/render-screen.tsx';
import { SignedInBar } from './signed-in-bar.tsx';

function plan(status: 'ACTIVE' | 'INACTIVE', remaining: number | null) {
  const unlimited = status === 'ACTIVE';
  const subscription = {
    __typename: 'LearnerSubscription',
    status,
    currentPeriodEnd: unlimited ? '2099-01-01T00:00:00Z' : null,
    monthUsed: 1,
    monthFreeLimit: 5,
    monthRemaining: remaining,
    unlimited,
  };
  const aiQuota = {
    __typename: 'AiQuota',
    used: 1,
    limit: 5,
    remaining,
    unlimited,
    resetsAt: '2026-11-30T21:00:00Z',
  };
  return { viewer: { __typename: 'User', id: '7', subscription, aiQuota } };
}

async function open(currentPlan: Responses[string]) {
  localStorage.setItem('authToken', 'tok');
  const loadPlan = vi.fn(currentPlan);
  renderScreen({ screen: <SignedInBar />, responses: { CurrentPlan: loadPlan } });
  await screen.findByRole('button', { name: 'Account of asha' });
  await waitFor(() => expect(loadPlan).toHaveBeenCalled());
}
const barText = () => document.body.textContent ?? '';

it('the bar shows how many free prompts are left, and leads to billing', async () => {
  const opened = vi.fn();
  const stop = onOpenBilling(opened);
  await open(() => plan('INACTIVE', 4));
  await userEvent.click(await screen.findByRole('button', { name: 'Upgrade (KES 100)' }));
  expect(barText()).toContain('Free left: 4');
  expect(opened).toHaveBeenCalledWith('asked');
  stop();
});

it('the bar shows 0 when no free prompt is left', async () => {
  await open(() => plan('INACTIVE', 0));
  await waitFor(() => expect(barText()).toContain('Free left: 0'));
});

it('the bar shows no prompts and no upgrade to a subscriber, whose billing is in the menu', async () => {
  await open(() => plan('ACTIVE', null));
  await userEvent.click(screen.getByRole('button', { name: 'Account of asha' }));
  expect(await screen.findByRole('menuitem', { name: 'Billing' })).toBeTruthy();
  expect(barText()).not.toMatch(/Free left|Upgrade/);
});

it('the bar shows no prompts and no upgrade when the plan could not be loaded', async () => {
  await open(() => refusal('UNAVAILABLE', 'Down'));
  expect(barText()).not.toMatch(/Free left|Upgrade/);
});

it('an operator without a plan is offered an upgrade in the bar and in the drawer', async () => {
  localStorage.setItem('authToken', 'tok');
  renderScreen({
    screen: <SignedInBar />,
    api: anAuthApi({ viewer: async () => ({ ...asha, role: 'ADMIN' }) }),
    responses: { CurrentPlan: () => plan('INACTIVE', 4) },
  });
  await waitFor(() => expect(barText()).toContain('Free left: 4'));
  expect(screen.getAllByText('Upgrade (KES 100)')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Open navigation', hidden: true }));
  await screen.findByRole('navigation', { name: 'Main' });
  await waitFor(() => expect(screen.getAllByText('Upgrade (KES 100)')).toHaveLength(2));
});

const inSession = (focusMode: boolean) => {
  localStorage.setItem('authToken', 'tok');
  const stats = {
    ...someStats,
    focusMode,
  };
  renderScreen({
    screen: <SignedInBar />,
    at: '/study/12',
    path: '/study/:deckId',
    api: anAuthApi({ viewer: async () => ({ ...asha, stats }) }),
    responses: { CurrentPlan: () => plan('INACTIVE', 4) },
  });
};

it.each([false, true])('an upgrade is offered during a session, with focus mode %s', async (focusMode) => {
  inSession(focusMode);
  await waitFor(() => expect(barText()).toContain('Free left: 4'));
  expect(barText()).toContain('Upgrade (KES 100)');
});

it('focus mode hides the links of the bar, but not Exit and the number of free prompts', async () => {
  inSession(true);
  expect((await screen.findByRole('link', { name: 'Exit' })).getAttribute('href')).toBe('/study');
  await waitFor(() => expect(barText()).toContain('Free left: 4'));
  expect(screen.queryByRole('link', { name: 'My Decks' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Open navigation' })).toBeNull();
});

it('the bar leads to the dashboard, to the decks and to studying', async () => {
  await open(() => plan('ACTIVE', null));
  const hrefs = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(hrefs).toEqual(
    expect.arrayContaining([
      ['Kumbuka', '/dashboard'],
      ['Dashboard', '/dashboard'],
      ['My Decks', '/mydecks'],
      ['Study', '/study'],
    ]),
  );
});
