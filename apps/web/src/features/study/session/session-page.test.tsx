import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { pausedSessions } from '../../../shared/study/paused-session.ts';
import { aNewCard, newSchedule } from '../../../test/new-card.ts';
import { asha, refusal, renderScreen } from '../../../test/render-screen.tsx';
import {
  responses,
  aViewer,
  deckSession,
  open,
  press,
  SignedIn,
  stats,
  taken,
  type Recorded,
} from '../../../test/open-session.tsx';

it('the session page studies the cards in the server’s order by keyboard, and sums up', async () => {
  const record = vi.fn(taken);
  await open({ RecordAnswers: record });
  expect(screen.getByText('Question 2')).toBeTruthy();
  expect(screen.getAllByText('New card. You have not seen it yet.').length).toBeGreaterThan(0);
  press(' ');
  press('1');
  expect(
    (await screen.findAllByText('Saved. You will see this card again in 16 days.')).length,
  ).toBeGreaterThan(0);
  press('ArrowRight');
  await screen.findByText('2 of 2 cards');
  press('Enter');
  press('0');
  fireEvent.click(await screen.findByRole('button', { name: 'Finish Study Session' }));
  const summary = await screen.findByRole('dialog', { name: 'Study Session Complete!' });
  expect(summary.textContent).toContain('50%');
  expect(summary.textContent).toContain('1/2');
  await waitFor(() => expect(summary.textContent).toContain('+10 XP, 190 more to level 2'));
  expect(summary.textContent).toContain('1 card comes back tomorrow. Nothing else is due today.');
  expect(screen.getByRole('button', { name: 'Go through the missed card once more' })).toBeTruthy();
  const sent = record.mock.calls.flatMap(([{ input }]) => input.answers);
  expect(sent).toMatchObject([
    { flashcardId: '2', wasCorrect: true, sessionDeckId: '12' },
    { flashcardId: '1', wasCorrect: false },
  ]);
  expect(pausedSessions(asha.id, Date.now())).toEqual([]);
});

/** Answers the two cards of the session, the second one wrong. */
async function missTheSecond() {
  press(' ');
  press('1');
  press('ArrowRight');
  await screen.findByText('2 of 2 cards');
  press(' ');
  press('0');
  fireEvent.click(await screen.findByRole('button', { name: 'Finish Study Session' }));
}

it('missed cards are gone through until each is right, as practice of the session, and the summary comes back (D7)', async () => {
  const [record, finish] = [vi.fn(taken), vi.fn(responses.FinishSession)];
  await open({ RecordAnswers: record, FinishSession: finish });
  await missTheSecond();
  fireEvent.click(await screen.findByRole('button', { name: 'Go through the missed card once more' }));
  expect(await screen.findByText('1 of 1 cards')).toBeTruthy();
  expect(
    screen.getAllByText('Practice: it does not change when the card comes back.').length,
  ).toBeGreaterThan(0);
  press(' ');
  press('0');
  await waitFor(() => expect(document.body.textContent).toContain('comes once more in the next round'));
  fireEvent.click(screen.getByRole('button', { name: 'Next round' }));
  press(' ');
  press('1');
  fireEvent.click(await screen.findByRole('button', { name: 'Finish Study Session' }));
  const summary = await screen.findByRole('dialog', { name: 'Study Session Complete!' });
  expect(summary.textContent).toContain('1/2');
  expect(summary.textContent).toContain('until each was right');
  expect(screen.queryByRole('button', { name: /once more/ })).toBeNull();
  await waitFor(() => expect(record.mock.calls.flatMap(([{ input }]) => input.answers)).toHaveLength(4));
  const [one, , again, last] = record.mock.calls.flatMap(([{ input }]) => input.answers);
  expect([again, last]).toMatchObject([
    { flashcardId: '1', wasCorrect: false, isPractice: true, sessionId: one?.sessionId },
    { flashcardId: '1', wasCorrect: true, isPractice: true, sessionId: one?.sessionId },
  ]);
  expect(finish).toHaveBeenCalledTimes(1);
  expect(pausedSessions(asha.id, Date.now())).toEqual([]);
});

it('the session page says what an empty deck needs', async () => {
  localStorage.setItem('authToken', 'tok');
  const empty = () => ({
    viewer: { ...aViewer, studyOrder: [], studyQueue: null },
    deck: {
      __typename: 'Deck',
      frontLanguage: null,
      backLanguage: null,
      id: '12',
      title: 'Rivers',
      flashcards: { items: [], pageInfo: { totalItems: 0 } },
    },
  });
  renderScreen({
    screen: <SignedIn />,
    at: '/study/12',
    path: '/study/:deckId',
    responses: { DeckSession: empty },
  });
  expect(await screen.findByText('No Flashcards Found')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to Deck' }).getAttribute('href')).toBe('/mydecks/12');
});

it('the session page shows the server’s sentence and a way back when the session cannot be loaded', async () => {
  localStorage.setItem('authToken', 'tok');
  const gone = () => refusal('DECK_NOT_FOUND', 'This deck does not exist.');
  renderScreen({
    screen: <SignedIn />,
    at: '/study/12',
    path: '/study/:deckId',
    responses: { DeckSession: gone },
  });
  expect(await screen.findByText('This deck does not exist.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go Back' }).getAttribute('href')).toBe('/study');
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
});

it('a mistyped address of a session says so, instead of naming the field id and offering a retry', async () => {
  localStorage.setItem('authToken', 'tok');
  const mistyped = () => refusal('VALIDATION', 'The field id must be a positive integer.');
  renderScreen({
    screen: <SignedIn />,
    at: '/study/abc',
    path: '/study/:deckId',
    responses: { DeckSession: mistyped },
  });
  expect(await screen.findByText('The address may be mistyped, or the page has moved.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('a deck whose cards are all suspended says so, and not that it has none', async () => {
  const all = deckSession();
  all.viewer.studyOrder = [];
  all.deck.flashcards.items = all.deck.flashcards.items.map((card) => ({ ...card, isSuspended: true }));
  localStorage.setItem('authToken', 'tok');
  const screenAt = { screen: <SignedIn />, at: '/study/12', path: '/study/:deckId' };
  renderScreen({ ...screenAt, responses: { ...responses, DeckSession: () => all } });
  expect(await screen.findByRole('heading', { name: 'Nothing to study in this deck' })).toBeTruthy();
});

it('the session page says that it loads until the cards are there', async () => {
  localStorage.setItem('authToken', 'tok');
  const never = { ...responses, DeckSession: () => new Promise(() => {}) };
  renderScreen({ screen: <SignedIn />, at: '/study/12', path: '/study/:deckId', responses: never });
  expect((await screen.findByText('Loading study session...')).getAttribute('role')).toBe('status');
});

it('the session page estimates what is left at the learner’s own pace', async () => {
  await open();
  expect(screen.getByText('About 1 min left')).toBeTruthy();
});

it('a mastered card stays marked as mastered once it is answered', async () => {
  const learned = {
    ...aNewCard('2'),
    schedule: { ...newSchedule, state: 'REVIEW', isLearned: true, studyCount: 3 },
  };
  const session = deckSession();
  const deck = {
    ...session.deck,
    flashcards: { ...session.deck.flashcards, items: [aNewCard('1'), learned] },
  };
  await open({
    DeckSession: () => ({ ...session, deck }),
    RecordAnswers: ({ input }: Recorded) => ({
      recordAnswers: {
        results: input.answers.map(({ clientEventId }) => ({
          clientEventId,
          errorCode: null,
          schedule: learned.schedule,
        })),
        stats,
      },
    }),
  });
  press(' ');
  press('1');
  await screen.findByText('Saved as correct.');
  expect(screen.getAllByText('Mastered').length).toBeGreaterThan(0);
});

function openExam(items: readonly object[]) {
  localStorage.setItem('authToken', 'tok');
  const queue = vi.fn(() => ({
    viewer: {
      ...aViewer,
      studyQueue: {
        __typename: 'StudyQueue',
        dueCount: 0,
        newCount: 0,
        secondsPerAnswer: 12,
        items,
      },
    },
  }));
  renderScreen({
    screen: <SignedIn />,
    at: '/study/due?minutes=30&exam=1',
    path: '/study/:deckId',
    responses: { ...responses, DueSession: queue },
  });
  return queue;
}

it('the session of an exam has cards that are not due yet', async () => {
  const { schedule, ...flashcard } = aNewCard('5');
  const deck = { __typename: 'Deck', id: '12', title: 'Rivers', frontLanguage: null, backLanguage: null };
  const notDue = { ...schedule, state: 'REVIEW', isDue: false, dueOn: '2999-01-01' };
  const queue = openExam([
    { __typename: 'StudyItem', flashcardId: '5', deckId: '12', deck, flashcard, schedule: notDue },
  ]);
  expect(await screen.findByText('Question 5')).toBeTruthy();
  expect(queue).toHaveBeenCalledWith({ limit: 100, minutes: 30, exam: true }, expect.anything());
});

it('the session of an exam says when the share of today is studied', async () => {
  openExam([]);
  expect(await screen.findByText('Done for the exam today')).toBeTruthy();
});
