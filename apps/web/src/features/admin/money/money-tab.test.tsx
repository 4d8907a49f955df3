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
