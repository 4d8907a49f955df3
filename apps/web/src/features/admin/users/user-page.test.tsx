import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { anEntry, aUser, open, press, useAdmin } from '../../../test/open-admin.tsx';
import { pageInfo } from '../../../test/page-info.ts';
import { refusal, type Responses } from '../../../test/render-screen.tsx';

useAdmin();

const aList = (type: string, items: object[]) => ({ __typename: type, items, pageInfo });

const userParts = { decks: 3, cards: 120, answers: 45, plan: 'FREE', paidUntil: null, isOperator: false };

const aUserPage: Responses = {
  AdminUser: () => ({ adminUser: aUser('7', { username: '\u202e<b>x</b>', ...userParts }) }),
  UserPayments: () => ({
    userPayments: aList('PaymentPage', [
      {
        __typename: 'Payment',
        id: 'p1',
        apiRef: 'KMB-019ac3f2-7d10-7b41-9c55-0f4b9f2c41ab',
        amountCents: 10_000,
        currency: 'KES',
        method: 'STK',
        state: 'CONFIRMED',
        createdAt: '2026-03-01T08:00:00Z',
        receiptNumber: 'KMB-2026-000007',
        periodEnd: null,
      },
    ]),
  }),
  UserGenerations: () => ({ userGenerations: aList('UserGenerationPage', []) }),
  AdminAudit: () => ({ adminAudit: aList('AdminAuditPage', [anEntry({ result: 'OK', code: null })]) }),
};

it('an operator can open the page of one user', async () => {
  const audited = vi.fn(aUserPage['AdminAudit']);
  open('users&user=7', { ...aUserPage, AdminAudit: audited });
  const account = within(await screen.findByRole('region', { name: 'Account' }));
  expect(account.getByText('\u202e<b>x</b>').tagName).toBe('BDI');
  expect(screen.getByText('120')).toBeTruthy();
  expect(await screen.findByText('9F2C-41AB')).toBeTruthy();
  expect(screen.getByText('Free')).toBeTruthy();
  expect(await screen.findByText('No generations')).toBeTruthy();
  expect(await screen.findByText('deleteUsers')).toBeTruthy();
  expect(audited.mock.calls[0]?.[0]).toEqual({ page: 1, filter: { userId: '7', hideReads: true } });
});

it('an unavailable service does not hide the rest of the page of a user', async () => {
  let away = true;
  open('users&user=7', {
    ...aUserPage,
    UserPayments: (...call) =>
      away ? refusal('UNAVAILABLE', 'Billing is away.') : aUserPage['UserPayments']?.(...call),
  });
  expect(await screen.findByText(/^Failed to load the payments/)).toBeTruthy();
  expect(await screen.findByText('class9-7@demo.example')).toBeTruthy();
  expect(screen.queryByText('No payments')).toBeNull();
  away = false;
  await press('Try again');
  expect(await screen.findByText('KMB-2026-000007')).toBeTruthy();
});

it('the page of a deleted user says so and shows what operators did', async () => {
  open('users&user=7', { ...aUserPage, AdminUser: () => ({ adminUser: null }) });
  expect(await screen.findByText(/^No account has the id 7/)).toBeTruthy();
  expect(await screen.findByText('deleteUsers')).toBeTruthy();
});

it('an operator with the key alone reads why payments are missing, and no call is made for them', async () => {
  sessionStorage.setItem('kumbuka:admin-key', 'the-key');
  const payments = vi.fn(aUserPage['UserPayments']);
  open('users&user=7', { ...aUserPage, UserPayments: payments }, 'LEARNER');
  expect(await screen.findByText(/Payments and generations need an operator account/)).toBeTruthy();
  expect(payments).not.toHaveBeenCalled();
});
