import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { pausedSessions, storePausedSession } from '../../../../shared/study/paused-session.ts';
import { aNewCard, newSchedule } from '../../../../test/new-card.ts';
import {
  anAuthApi,
  asha,
  refusal,
  renderScreen,
  someStats,
  type Responses,
} from '../../../../test/render-screen.tsx';
import {
  responses,
  aViewer,
  cardsById,
  openAt,
  pausedRivers,
  press,
  SignedIn,
  taken,
  type Recorded,
} from '../../../../test/open-session.tsx';

const deckOf = (cards: number) => () => {
  const ids = Array.from({ length: cards }, (_, index) => String(index + 1));
  return {
    viewer: { ...aViewer, studyOrder: ids, studyQueue: null },
    deck: {
      __typename: 'Deck',
      frontLanguage: null,
      backLanguage: null,
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

/** A deck of 300 cards, of which a further portion gets these. */
const deckWithLeft = (left: string[]) => ({
  DeckSession: vi.fn(({ withoutToday = false }: { withoutToday?: boolean }) => {
    const { viewer, deck } = deckOf(300)();
    return { viewer: withoutToday ? { ...viewer, studyOrder: left } : viewer, deck };
  }),
  SessionCards: cardsById,
  CardsLeft: () => ({ viewer: { __typename: 'User', id: '7', studyOrder: left } }),
});
const fiveCards = anAuthApi({ viewer: async () => ({ ...asha, stats: { ...someStats, portionSize: 5 } }) });

async function studyPortion(cards: number) {
  for (let card = 1; card <= cards; card += 1) {
    press(' ');
    press('1');
    if (card < cards) press('ArrowRight');
  }
  fireEvent.click(await screen.findByRole('button', { name: 'Finish Study Session' }));
  await screen.findByRole('dialog', { name: 'Study Session Complete!' });
}

it('a finished portion of a large deck offers the next portion', async () => {
  const responsesOfDeck = deckWithLeft(Array.from({ length: 295 }, (_, index) => String(index + 6)));
  await openAt('1 of 5 cards', responsesOfDeck, fiveCards);
  await studyPortion(5);
  const [first] = pausedSessions(asha.id, Date.now());
  fireEvent.click(await screen.findByRole('button', { name: '5 more?' }));
  await screen.findByText('1 of 5 cards');
  expect(screen.getByText('Question 6')).toBeTruthy();
  expect(responsesOfDeck.DeckSession).toHaveBeenCalledTimes(2);
  press(' ');
  press('1');
  await waitFor(() => expect(pausedSessions(asha.id, Date.now())).toHaveLength(1));
  expect(pausedSessions(asha.id, Date.now())[0]?.sessionId).not.toBe(first?.sessionId);
});

it('a further portion has the 3 cards that are left, not cards answered today, and then says that none is left', async () => {
  const left = ['298', '299', '300'];
  await openAt('1 of 5 cards', deckWithLeft(left), fiveCards);
  await studyPortion(5);
  fireEvent.click(await screen.findByRole('button', { name: '3 more?' }));
  await screen.findByText('1 of 3 cards');
  expect(screen.getByText(/3 of 300/)).toBeTruthy();
  left.length = 0;
  await studyPortion(3);
  await screen.findByText(/Only cards that you answered today are left in this deck/);
  expect(screen.queryByRole('button', { name: /more\?$/ })).toBeNull();
});

it('a finished portion offers one of the usual size while the number of cards left is unknown', async () => {
  const CardsLeft = () => refusal('UNAVAILABLE', 'Down');
  await openAt('1 of 5 cards', { ...deckWithLeft(['6']), CardsLeft }, fiveCards);
  await studyPortion(5);
  expect(await screen.findByRole('button', { name: '5 more?' })).toBeTruthy();
});

it('a deck of 40 cards is studied as a whole', async () => {
  await openAt('1 of 40 cards', { DeckSession: deckOf(40) });
  expect(screen.queryByText(/40 of/)).toBeNull();
});

const dueDeck = { __typename: 'Deck', id: '12', title: 'Rivers', frontLanguage: null, backLanguage: null };
const dueItem = (id: string) => ({
  flashcardId: id,
  deckId: '12',
  deck: dueDeck,
  flashcard: aNewCard(id),
  schedule: { ...newSchedule, state: 'REVIEW', isDue: true, studyCount: 1 },
});
const dueIds = Array.from({ length: 122 }, (_, index) => String(index + 1));
const dueQueue = (ids: string[]) => ({
  viewer: {
    ...aViewer,
    studyQueue: {
      dueCount: ids.length,
      newCount: 0,
      secondsPerAnswer: 20,
      items: ids.slice(0, 100).map(dueItem),
    },
  },
});

function openDue(changes: Responses) {
  localStorage.setItem('authToken', 'tok');
  const screenAt = { screen: <SignedIn />, at: '/study/due', path: '/study/:deckId' };
  renderScreen({ ...screenAt, responses: { ...responses, ...changes } });
}

it('122 due cards start as 1 of 122, and each names its deck', async () => {
  openDue({ DueSession: () => dueQueue(dueIds) });
  expect(await screen.findByText('1 of 122 cards')).toBeTruthy();
  expect(screen.getAllByText('Rivers').length).toBeGreaterThan(0);
});

it('a session of 122 due cards continues after a reconnection', async () => {
  const shown = dueIds.slice(0, 100);
  const offline = shown
    .slice(0, 99)
    .map((id) => ({ cardId: id, wasCorrect: true, clientEventId: `s1-${id}` }));
  storePausedSession(asha.id, {
    ...pausedRivers,
    path: '/study/due',
    deckId: null,
    cards: shown.map((id) => ({ id, deckId: '12' })),
    unnamed: 22,
    current: 99,
    answers: offline,
  });
  const unsent = offline.map(({ cardId, ...answer }) => ({
    ...answer,
    kind: 'answer',
    deckId: '12',
    flashcardId: cardId,
    timeSpentMinutes: 0.1,
    sessionId: 's1',
    sessionDeckId: null,
    answeredAt: new Date().toISOString(),
  }));
  localStorage.setItem(`kumbuka.answers.${asha.id}`, JSON.stringify(unsent));
  const answered = new Set<string>();
  let isOnline = false;
  const load = vi.fn(() => dueQueue(dueIds.filter((id) => !answered.has(id))));
  openDue({
    DueSession: load,
    SessionCards: cardsById,
    RecordAnswers: (recorded: Recorded) => {
      if (!isOnline) return refusal('UNAVAILABLE', 'Down');
      for (const { flashcardId } of recorded.input.answers) answered.add(flashcardId);
      return taken(recorded);
    },
  });
  await screen.findByText('100 of 122 cards');
  press(' ');
  press('1');
  await waitFor(() => expect(load).toHaveBeenCalled());
  isOnline = true;
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(answered.size).toBe(100));
  await waitFor(
    () => {
      press('ArrowRight');
      expect(screen.getByText('101 of 122 cards')).toBeTruthy();
    },
    { timeout: 5_000 },
  );
});

const unsentAnswer = (id: string) => ({
  wasCorrect: true,
  clientEventId: `s1-${id}`,
  kind: 'answer',
  deckId: '12',
  flashcardId: id,
  timeSpentMinutes: 0.1,
  sessionId: 's1',
  sessionDeckId: '12',
  answeredAt: new Date().toISOString(),
});
const keepUnsent = (queued: object[]) =>
  localStorage.setItem(`kumbuka.answers.${asha.id}`, JSON.stringify(queued));

it('a card whose unsent answer is being undone is open again after a reload', async () => {
  const cards = ['1', '2', '3'].map((id) => ({ id, deckId: '12' }));
  storePausedSession(asha.id, { ...pausedRivers, cards, current: 0, answers: [] });
  keepUnsent([unsentAnswer('1'), { kind: 'undo', clientEventId: 's1-1' }]);
  await openAt('1 of 3 cards', {
    SessionCards: cardsById,
    SessionAnswers: () => ({ viewer: { __typename: 'User', id: '7', studySession: null } }),
    RecordAnswers: () => refusal('UNAVAILABLE', 'Down'),
  });
  expect(screen.queryByRole('button', { name: 'Undo answer' })).toBeNull();
});

it('a session continues after the last stored answer although the browser was killed before it noted the place', async () => {
  const cards = ['1', '2', '3', '4', '5', '6'];
  const noted = ['1', '2'].map((id) => ({ cardId: id, wasCorrect: true, clientEventId: `s1-${id}` }));
  storePausedSession(asha.id, {
    ...pausedRivers,
    cards: cards.map((id) => ({ id, deckId: '12' })),
    current: 2,
    answers: noted,
  });
  keepUnsent(cards.slice(0, 4).map(unsentAnswer));
  await openAt('5 of 6 cards', {
    DeckSession: deckOf(6),
    SessionCards: cardsById,
    SessionAnswers: () => refusal('UNAVAILABLE', 'Down'),
    RecordAnswers: () => refusal('UNAVAILABLE', 'Down'),
  });
  expect(screen.getByText('Question')).toBeTruthy();
});

it('a session of new cards is a portion of the preferred size, and says of how many', async () => {
  const deck = { __typename: 'Deck', id: '12', title: 'Rivers', frontLanguage: null, backLanguage: null };
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
    responses: {
      ...responses,
      DueSession: () => ({ viewer: { ...aViewer, studyQueue } }),
      NewCardsLeft: () => ({
        viewer: { __typename: 'User', id: '7', studyQueue: { dueCount: 0, newCount: 2 } },
      }),
    },
  });
  const progress = await screen.findByText(/1 of 5 cards/);
  expect(progress.textContent).toContain('5 of 33 new cards');
  await studyPortion(5);
  expect(await screen.findByRole('button', { name: '2 more?' })).toBeTruthy();
});
