import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { pausedSessions } from '../../../../shared/study/paused-session.ts';
import { aNewCard, newSchedule } from '../../../../test/new-card.ts';
import { anAuthApi, asha, renderScreen, someStats } from '../../../../test/render-screen.tsx';
import { responses, aViewer, cardsById, openAt, press, SignedIn } from '../../../../test/open-session.tsx';

const deckOf = (cards: number) => () => {
  const ids = Array.from({ length: cards }, (_, index) => String(index + 1));
  return {
    viewer: { ...aViewer, studyOrder: ids, studyQueue: null },
    deck: {
      __typename: 'Deck',
      id: '12',
      title: 'Rivers',
      flashcards: { items: ids.slice(0, 100).map(aNewCard), pageInfo: { totalItems: cards } },
    },
  };
};

it('a deck of 300 cards is studied in portions of 20', async () => {
  await openAt('1 of 20 cards', { DeckSession: deckOf(300), SessionCards: cardsById });
  expect(screen.getByText(/20 of 300/)).toBeTruthy();
});

it('a finished portion of a large deck offers the next portion', async () => {
  const load = vi.fn(deckOf(300));
  const api = anAuthApi({ viewer: async () => ({ ...asha, stats: { ...someStats, portionSize: 5 } }) });
  await openAt('1 of 5 cards', { DeckSession: load, SessionCards: cardsById }, api);
  for (let card = 1; card <= 5; card += 1) {
    press(' ');
    press('1');
    if (card < 5) press('ArrowRight');
  }
  const [first] = pausedSessions(asha.id, Date.now());
  fireEvent.click(await screen.findByRole('button', { name: 'Finish Study Session' }));
  fireEvent.click(await screen.findByRole('button', { name: '5 more?' }));
  await screen.findByText('1 of 5 cards');
  expect(load).toHaveBeenCalledTimes(2);
  press(' ');
  press('1');
  await waitFor(() => expect(pausedSessions(asha.id, Date.now())).toHaveLength(1));
  expect(pausedSessions(asha.id, Date.now())[0]?.sessionId).not.toBe(first?.sessionId);
});

it('a deck of 40 cards is studied as a whole', async () => {
  await openAt('1 of 40 cards', { DeckSession: deckOf(40) });
  expect(screen.queryByText(/40 of/)).toBeNull();
});

it('122 due cards start as 1 of 122, and each names its deck', async () => {
  const due = { ...newSchedule, state: 'REVIEW', isDue: true, studyCount: 1 };
  const deck = { __typename: 'Deck', id: '12', title: 'Rivers' };
  const item = (id: string) => ({
    flashcardId: id,
    deckId: '12',
    deck,
    flashcard: aNewCard(id),
    schedule: due,
  });
  const queue = (items: unknown[]) => ({
    viewer: { ...aViewer, studyQueue: { dueCount: 122, newCount: 0, secondsPerAnswer: 20, items } },
  });
  const ids = Array.from({ length: 122 }, (_, index) => String(index + 1));
  localStorage.setItem('authToken', 'tok');
  renderScreen({
    screen: <SignedIn />,
    at: '/study/due',
    path: '/study/:deckId',
    responses: { ...responses, DueSession: () => queue(ids.slice(0, 100).map(item)) },
  });
  expect(await screen.findByText('1 of 122 cards')).toBeTruthy();
  expect(screen.getAllByText('Rivers').length).toBeGreaterThan(0);
});

it('a session of new cards is a portion of the preferred size, and says of how many', async () => {
  const deck = { __typename: 'Deck', id: '12', title: 'Rivers' };
  const items = ['1', '2', '3', '4', '5', '6', '7'].map((id) => ({
    flashcardId: id,
    deckId: '12',
    deck,
    flashcard: aNewCard(id),
    schedule: newSchedule,
  }));
  const studyQueue = { dueCount: 0, newCount: 33, secondsPerAnswer: 20, items };
  const stats = { ...someStats, portionSize: 5 };
  localStorage.setItem('authToken', 'tok');
  renderScreen({
    screen: <SignedIn />,
    api: anAuthApi({ viewer: async () => ({ ...asha, stats }) }),
    at: '/study/due',
    path: '/study/:deckId',
    responses: { ...responses, DueSession: () => ({ viewer: { ...aViewer, studyQueue } }) },
  });
  const progress = await screen.findByText(/1 of 5 cards/);
  expect(progress.textContent).toContain('5 of 33 new cards');
});
