import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { GoodbyePage } from './goodbye-page.tsx';

const open = (state?: unknown) => renderScreen({ screen: <GoodbyePage />, at: '/goodbye', state });

it.each([
  ['done', 'Your account is erased'],
  ['going', 'Your account is closed'],
  ['unknown', 'You are signed out'],
])('the goodbye page after the outcome %s says: %s', async (erased, title) => {
  open({ erased });
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
});

it('the goodbye page shows what was deleted, when, and the number of the receipt', async () => {
  const counts = [
    { service: 'decks', kind: 'flashcards', count: 8 },
    { service: 'decks', kind: 'decks', count: 1 },
    { service: 'billing', kind: 'paymentsAnonymised', count: 2 },
  ];
  open({ erased: 'done', receipt: { deletionId: 'd-42', requestedAt: '2026-03-01T12:00:00Z', counts } });
  expect(await screen.findByText('d-42')).toBeTruthy();
  expect(screen.getByText('1 deck, 8 cards')).toBeTruthy();
  expect(screen.getByText(/^1 March 2026/)).toBeTruthy();
});

it.each([[undefined], [{ erased: 'toString' }], [{}]])(
  'the goodbye page is not shown for %j',
  async (state) => {
    const { router } = open(state);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  },
);
