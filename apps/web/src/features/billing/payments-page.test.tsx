import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { refusal, renderScreen, type Responses } from '../../test/render-screen.tsx';
import { PaymentsPage } from './payments-page.tsx';

const aPayment = (page: number) => ({
  __typename: 'Payment',
  id: `p-${page}`,
  apiRef: `ref-${page}`,
  amountCents: 10_000,
  currency: 'KES',
  method: 'PAGE',
  state: 'CONFIRMED',
  failureReason: null,
  createdAt: '2026-11-22T08:00:00Z',
  openUntil: null,
  receiptNumber: `KMB-2026-00000${page}`,
  periodStart: '2026-11-22T08:00:00Z',
  periodEnd: '2026-12-22T08:00:00Z',
  steps: [{ __typename: 'PaymentStep', state: 'CONFIRMED', at: '2026-11-22T08:00:00Z' }],
});

const payments = (page: number) => ({
  viewer: {
    __typename: 'User',
    id: '7',
    aiQuota: null,
    subscription: {
      __typename: 'LearnerSubscription',
      status: 'ACTIVE',
      currentPeriodEnd: '2099-01-01T00:00:00Z',
      monthUsed: 0,
      monthFreeLimit: 5,
      monthRemaining: null,
      unlimited: true,
      payments: {
        __typename: 'PaymentPage',
        items: [aPayment(page)],
        pageInfo: {
          __typename: 'PageInfo',
          page,
          perPage: 10,
          totalPages: 2,
          totalItems: 11,
          hasNext: page < 2,
          hasPrev: page > 1,
        },
      },
    },
  },
});

const open = (responses: Responses) => renderScreen({ screen: <PaymentsPage />, responses });

it('a page of payments that could not be loaded does not show the payments of another page', async () => {
  let fails = true;
  open({
    PaymentsScreen: ({ page }: { page: number }) =>
      page === 2 && fails ? refusal('UNAVAILABLE', 'Down') : payments(page),
  });
  expect(await screen.findByText(/ref-1/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Go to page 2' }));
  expect(await screen.findByText('Your payments could not be loaded')).toBeTruthy();
  expect(screen.queryByText(/ref-1/)).toBeNull();
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/ref-2/)).toBeTruthy();
});

it('a payment has a short reference, and the whole one can be copied', async () => {
  const whole = 'KMB-019ac3f2-7d10-7b41-9c55-0f4b9f2c41ab';
  const { viewer } = payments(1);
  const { subscription } = viewer;
  const items = [{ ...aPayment(1), apiRef: whole }];
  const shown = { ...subscription, payments: { ...subscription.payments, items } };
  const user = userEvent.setup();
  open({ PaymentsScreen: () => ({ viewer: { ...viewer, subscription: shown } }) });
  expect(await screen.findByText('9F2C-41AB')).toBeTruthy();
  expect(document.body.textContent).not.toContain(whole);
  await user.click(screen.getByRole('button', { name: 'Copy the whole reference 9F2C-41AB' }));
  expect(await navigator.clipboard.readText()).toBe(whole);
});

it('the payments page says that payments could not be loaded, and that they are safe, when billing is away', async () => {
  const { viewer } = payments(1);
  open({ PaymentsScreen: () => ({ viewer: { ...viewer, subscription: null } }) });
  expect(await screen.findByText('Your payments could not be loaded')).toBeTruthy();
  expect(screen.getByText(/^They are safe\./)).toBeTruthy();
});
