import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { fill } from '../../test/fill.ts';
import { refusal, renderScreen, type Responses } from '../../test/render-screen.tsx';
import { ErasePanel } from './erase-panel.tsx';

const deck = (id: string, cardCount: number) => ({ __typename: 'Deck', id, cardCount });
const page = (items: object[], hasNext: boolean) => ({
  viewer: { __typename: 'User', id: '7', subscription: null, decks: { items, pageInfo: { hasNext } } },
});
const twoPages = ({ page: number }: { page: number }) =>
  number === 1 ? page([deck('1', 4), deck('2', 3)], true) : page([deck('3', 1)], false);
const done = () => ({
  eraseMyAccount: {
    __typename: 'ErasedAccount',
    deletionId: 'd',
    completed: true,
    requestedAt: '2026-03-01T12:00:00Z',
    counts: [],
  },
});

function open(responses: Responses = {}) {
  localStorage.setItem('authToken', 'older');
  return renderScreen({
    screen: <ErasePanel userId="7" email="asha@example.com" />,
    at: '/settings',
    responses: { EraseCounts: twoPages, EraseMyAccount: done, ...responses },
  });
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('alertdialog'));

async function submitPassword(password = 'quiet river') {
  await screen.findByLabelText('Password of this account');
  fill('Password of this account', password);
  await press('Erase my account');
}
async function confirm() {
  await userEvent.click((await dialog()).getByRole('button', { name: 'Erase my account' }));
}

it('the erase panel says what is deleted and what is kept', async () => {
  open();
  expect(await screen.findByText('What we erase')).toBeTruthy();
  expect(screen.getByText('Payment records, without anything that identifies you.')).toBeTruthy();
});

it('the erase panel asks for the password before anything', async () => {
  open();
  await submitPassword('');
  expect(screen.getByText('Password is required')).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('the erase panel shows the number of decks and cards before it erases, with the focus on Cancel', async () => {
  const erase = vi.fn(done);
  open({ EraseMyAccount: erase });
  await submitPassword();
  expect((await dialog()).getByText(/your account with 3 decks and 8 cards\?/)).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Cancel');
  await press('Cancel');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(erase).not.toHaveBeenCalled();
});

it('the erase panel warns of an open payment before it erases', async () => {
  const pendingPayment = { __typename: 'Payment', id: 'p' };
  const withPayment = () => ({
    viewer: {
      __typename: 'User',
      id: '7',
      subscription: { __typename: 'LearnerSubscription', pendingPayment },
      decks: { items: [], pageInfo: { hasNext: false } },
    },
  });
  open({ EraseCounts: withPayment });
  await submitPassword();
  expect((await dialog()).getByText(/You have an open payment/)).toBeTruthy();
});

it('the erase panel erases nothing where the decks cannot be counted', async () => {
  open({ EraseCounts: () => ({ viewer: { __typename: 'User', id: '7', decks: null } }) });
  await submitPassword();
  expect((await screen.findByRole('alert')).textContent).toContain('so nothing was erased');
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('the erase panel signs out, deletes the data in the browser and shows the goodbye page', async () => {
  localStorage.setItem('kumbuka.answers.7', '[]');
  localStorage.setItem('kumbuka.answers.8', '[]');
  const erase = vi.fn(done);
  const { router } = open({ EraseMyAccount: erase });
  await submitPassword();
  await confirm();
  await waitFor(() => expect(localStorage.getItem('authToken')).toBeNull());
  expect([router.state.location.pathname, router.state.location.state]).toEqual([
    '/goodbye',
    { erased: 'done', receipt: done().eraseMyAccount },
  ]);
  expect(erase).toHaveBeenCalledWith({ input: { password: 'quiet river' } }, expect.anything());
  await waitFor(() => expect(localStorage.getItem('kumbuka.answers.7')).toBeNull());
  expect(localStorage.getItem('kumbuka.answers.8')).toBe('[]');
});

it.each([
  ['PASSWORD_WRONG', 'The password is wrong.'],
  ['RATE_LIMITED', 'Too many requests. Please wait a moment.'],
])('the erase panel stays signed in after %s and says so', async (code, sentence) => {
  open({ EraseMyAccount: () => refusal(code, sentence) });
  await submitPassword();
  await confirm();
  expect((await screen.findByRole('alert')).textContent).toBe(sentence);
  expect(localStorage.getItem('authToken')).toBe('older');
});

it('the erase panel retries once after a lost response, and does not claim what it does not know', async () => {
  let attempts = 0;
  const { router } = open({
    EraseMyAccount: () => {
      attempts += 1;
      if (attempts === 1) throw new TypeError('Failed to fetch');
      return refusal('UNAUTHENTICATED', 'Please sign in.');
    },
  });
  await submitPassword();
  await confirm();
  await waitFor(() => expect(router.state.location.state).toEqual({ erased: 'unknown', receipt: null }));
  expect(attempts).toBe(2);
});

it('the erase panel says that the deletion continues when it does not wait for its end', async () => {
  const { router } = open({
    EraseMyAccount: () => ({
      eraseMyAccount: { ...done().eraseMyAccount, completed: false },
    }),
  });
  await submitPassword();
  await confirm();
  await waitFor(() =>
    expect(router.state.location.state).toMatchObject({ erased: 'going', receipt: { deletionId: 'd' } }),
  );
});
