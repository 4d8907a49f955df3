import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { anAuthApi, asha, refusal, renderScreen, type Responses } from '../../../test/render-screen.tsx';
import { OperatorProvider } from '../operator.tsx';
import { MoneyTab } from './money-tab.tsx';

const aRefund = (fields: object = {}) => ({
  __typename: 'Refund',
  id: '7',
  invoiceId: 'INV7',
  amountCents: 10_000,
  reason: 'Chargeback of the card holder',
  status: 'PENDING',
  foundAt: '2026-03-02T08:00:00Z',
  outcome: null,
  settledAt: null,
  planEnd: '2099-03-25T08:00:00Z',
  planEndAfter: '2026-03-02T08:00:00Z',
  payment: {
    __typename: 'RefundedPayment',
    id: 'p-7',
    apiRef: 'KMB-7',
    userId: '17',
    amountCents: 10_000,
    currency: 'KES',
    receiptNumber: 'KMB-2026-000007',
  },
  ...fields,
});

const aRevenue = {
  __typename: 'Revenue',
  zone: 'Africa/Nairobi',
  currency: 'KES',
  days: [
    { __typename: 'RevenueDay', date: '2026-03-01', payments: 1, amountCents: 10_000 },
    { __typename: 'RevenueDay', date: '2026-03-02', payments: 2, amountCents: 20_000 },
  ],
  beforeCents: 10_000,
  beforePayments: 1,
};

const aBookedPayment = (fields: object = {}) => ({
  __typename: 'BookedPayment',
  id: 'b-1',
  apiRef: 'KMB-1',
  userId: '17',
  amountCents: 10_000,
  currency: 'KES',
  method: 'STK',
  state: 'CONFIRMED',
  invoiceId: '=INV',
  createdAt: '2026-03-01T08:00:00Z',
  confirmedAt: '2026-03-01T08:01:00Z',
  receiptNumber: 'KMB-2026-000001',
  ...fields,
});

function open(refunds: object[], role: 'ADMIN' | 'LEARNER' = 'ADMIN', responses: Responses = {}) {
  localStorage.setItem('authToken', 'tok');
  const ended: unknown[] = [];
  const kept: unknown[] = [];
  const isSettled = () => ended.length + kept.length > 0;
  const settled = { ...aRefund(), outcome: 'ENDED', settledAt: '2026-03-03T08:00:00Z' };
  const read = vi.fn(({ isOpen }: { isOpen: boolean }) => {
    const items = isOpen === isSettled() ? [] : isOpen ? refunds : [settled];
    const shown = isOpen || isSettled() ? items : [];
    return {
      refunds: {
        __typename: 'RefundPage',
        items: shown,
        pageInfo: { __typename: 'PageInfo', totalItems: shown.length },
      },
    };
  });
  renderScreen({
    screen: (
      <OperatorProvider>
        <MoneyTab />
      </OperatorProvider>
    ),
    at: '/admin',
    path: '/admin',
    api: anAuthApi({ viewer: async () => ({ ...asha, role }) }),
    responses: {
      Revenue: () => ({ revenue: aRevenue }),
      Refunds: read,
      EndRefundedPlan: ({ input }: { input: unknown }) => {
        ended.push(input);
        return { endRefundedPlan: { __typename: 'Refund', id: '7' } };
      },
      KeepRefundedPlan: ({ input }: { input: unknown }) => {
        kept.push(input);
        return { keepRefundedPlan: { __typename: 'Refund', id: '7' } };
      },
      ...responses,
    },
  });
  return { read, ended, kept };
}

it('the money tab shows payment, learner and amount, and ends the plan only after it said what that does', async () => {
  const { ended } = open([aRefund()]);
  expect(await screen.findByRole('heading', { name: 'KES 100 · User 17' })).toBeTruthy();
  expect(screen.getByText(/Receipt KMB-2026-000007. Reference/).textContent).toContain('KMB-7');
  await userEvent.click(screen.getByRole('button', { name: 'End the plan' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'End the plan?' });
  expect(within(dialog).getByText(/The plan ends now instead of on 25 March 2099/)).toBeTruthy();
  expect(ended).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'End the plan' }));
  await waitFor(() => expect(ended).toEqual([{ refundId: '7' }]));
  expect(await screen.findByText('No refunds to settle.')).toBeTruthy();
  expect(await screen.findByText('Plan ended')).toBeTruthy();
});

it('the money tab says that another payment still counts', async () => {
  open([aRefund({ planEndAfter: '2099-02-25T08:00:00Z' })]);
  await userEvent.click(await screen.findByRole('button', { name: 'End the plan' }));
  expect(
    await screen.findByText(/Another payment still counts: the plan then ends on 25 February 2099/),
  ).toBeTruthy();
});

it('the money tab closes a note about an unknown invoice, and offers no button that could end a plan', async () => {
  const { kept } = open([aRefund({ payment: null, planEnd: null, planEndAfter: null })]);
  expect(await screen.findByRole('heading', { name: 'KES 100 · Not in our books' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'End the plan' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Keep the plan' }));
  await waitFor(() => expect(kept).toEqual([{ refundId: '7' }]));
});

it('the money tab keeps the note with its buttons, and says so, when ending the plan fails', async () => {
  open([aRefund()], 'ADMIN', {
    EndRefundedPlan: () => refusal('FORBIDDEN', 'You may not do this.'),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'End the plan' }));
  const dialog = await screen.findByRole('alertdialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'End the plan' }));
  expect(await screen.findByText(/^Nothing was changed/)).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Keep the plan' })).toBeTruthy();
  expect(screen.queryByText('Plan ended')).toBeNull();
});

it('the money tab requests nothing for a caller with the admin key only', async () => {
  const { read } = open([], 'LEARNER');
  expect(await screen.findByText(/need an operator account/)).toBeTruthy();
  expect(read).not.toHaveBeenCalled();
});

it('revenue is compared with the period before it, and its chart is available as a table with links', async () => {
  open([]);
  expect((await screen.findByText('KES 300 from 3 payments')).getAttribute('href')).toBe(
    '/admin?tab=money&from=2026-03-01&to=2026-03-02',
  );
  expect(screen.getByText(/^In the 2 days before: KES 100 from 1 payment/)).toBeTruthy();
  expect(screen.getByRole('img', { name: /^Revenue by day from 2026-03-01/ })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  expect(screen.getByRole('link', { name: '2026-03-02' }).getAttribute('href')).toBe(
    '/admin?tab=money&from=2026-03-02&to=2026-03-02',
  );
});

it('the CSV of payments has no cell that a spreadsheet runs as a formula', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  const asked = vi.fn(() => ({
    confirmedPayments: { __typename: 'BookedPaymentList', total: 1, items: [aBookedPayment()] },
  }));
  open([], 'ADMIN', { ConfirmedPayments: asked });
  await userEvent.click(await screen.findByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  const file = saved.mock.calls[0]?.[0];
  expect(file instanceof Blob && (await file.text())).toContain(
    "KMB-2026-000001,KMB-1,'=INV,17,100.00,KES,STK",
  );
  expect(asked).toHaveBeenCalledOnce();
});

it('a payment is found by a phone, with a link to its learner', async () => {
  const find = vi.fn((_variables: { text: string }) => ({ findPayments: [aBookedPayment()] }));
  open([], 'ADMIN', { FindPayments: find });
  await userEvent.type(await screen.findByLabelText('Phone or reference'), ' 0712 345 678{Enter}');
  expect((await screen.findByRole('link', { name: 'User 17' })).getAttribute('href')).toBe(
    '/admin?tab=users&user=17',
  );
  expect(find.mock.calls[0]?.[0]).toEqual({ text: '0712 345 678' });
});
