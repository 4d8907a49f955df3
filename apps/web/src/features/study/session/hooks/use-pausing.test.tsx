import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { pausedSessions, storePausedSession } from '../../../../shared/study/paused-session.ts';
import { aNewCard, newSchedule } from '../../../../test/new-card.ts';
import { passTime } from '../../../../test/pass-time.ts';
import { asha, refusal, renderScreen, type Responses } from '../../../../test/render-screen.tsx';
import {
  responses,
  cardsById,
  deckSession,
  finishSession,
  open,
  openAt,
  pausedRivers,
  press,
  SignedIn,
  stats,
} from '../../../../test/open-session.tsx';

it('the session page leaves with Escape', async () => {
  const router = await open();
  press('Escape');
  await waitFor(() => expect(router.state.location.pathname).toBe('/study'));
});

it('the session page continues where it was paused', async () => {
  storePausedSession('7', pausedRivers);
  localStorage.setItem('authToken', 'tok');
  const cards = ({ ids }: { ids: string[] }) => ({
    flashcards: ids.map((id) => ({
      ...aNewCard(id),
      deckId: '12',
      deck: { __typename: 'Deck', id: '12', title: 'Rivers', frontLanguage: null, backLanguage: null },
    })),
  });
  renderScreen({
    screen: <SignedIn />,
    at: '/study/12',
    path: '/study/:deckId',
    responses: { ...responses, SessionCards: cards },
  });
  expect(await screen.findByText('2 of 2 cards')).toBeTruthy();
});

it('a session begun on the phone continues here after its answers, and they can be undone', async () => {
  const undo = vi.fn(() => ({ undoAnswer: { schedule: newSchedule, stats } }));
  const open12 = { __typename: 'StudySession', id: 'phone', minutes: 1, answered: 1 };
  await openAt('2 of 2 cards', {
    DeckSession: () => {
      const { viewer, deck } = deckSession();
      const openSession = {
        ...open12,
        deck: { __typename: 'Deck', id: '12', title: 'Rivers', frontLanguage: null, backLanguage: null },
      };
      return { viewer: { ...viewer, openSession }, deck };
    },
    SessionAnswers: () => ({
      viewer: {
        __typename: 'User',
        id: '7',
        studySession: {
          __typename: 'StudySession',
          id: 'phone',
          finishedAt: null,
          answers: [
            {
              __typename: 'SessionAnswer',
              flashcardId: '1',
              wasCorrect: true,
              clientEventId: 'phone-1-1',
            },
          ],
        },
      },
    }),
    SessionCards: ({ ids }: { ids: string[] }) => ({
      flashcards: ids.map((id) => ({
        ...aNewCard(id),
        deckId: '12',
        deck: { __typename: 'Deck', id: '12', title: 'Rivers', frontLanguage: null, backLanguage: null },
      })),
    }),
    UndoAnswer: undo,
  });
  expect(screen.getByText('Question 2')).toBeTruthy();
  press('ArrowLeft');
  await screen.findByText('1 of 2 cards');
  fireEvent.click(await screen.findByRole('button', { name: /Undo answer/ }));
  await waitFor(() =>
    expect(undo).toHaveBeenCalledWith({ input: { clientEventId: 'phone-1-1' } }, expect.anything()),
  );
});

/** What the server holds of the paused session. */
const onServer =
  (answers: { flashcardId: string; clientEventId: string }[], finishedAt: string | null = null) =>
  ({ id }: { id: string }) => ({
    viewer: {
      __typename: 'User',
      id: '7',
      studySession: {
        __typename: 'StudySession',
        id,
        finishedAt,
        answers: answers.map((answer) => ({ __typename: 'SessionAnswer', wasCorrect: true, ...answer })),
      },
    },
  });
const threeCards = { ...pausedRivers, cards: ['2', '1', '3'].map((id) => ({ id, deckId: '12' })) };
const ofPaused = { flashcardId: '2', clientEventId: 'e1' };

it('a paused session shows what another device answered in it meanwhile, and goes on with the next open card', async () => {
  storePausedSession('7', threeCards);
  const theirs = { flashcardId: '1', clientEventId: 'theirs' };
  await openAt('3 of 3 cards', {
    SessionCards: cardsById,
    SessionAnswers: onServer([ofPaused, theirs]),
  });
  press('ArrowLeft');
  await screen.findByText('2 of 3 cards');
  expect(screen.getAllByText('Answered in another tab or on another device.').length).toBeGreaterThan(0);
});

it('a paused session asks again for a card whose answer another device took back', async () => {
  storePausedSession('7', { ...threeCards, current: 0 });
  await openAt('1 of 3 cards', { SessionCards: cardsById, SessionAnswers: onServer([]) });
  press(' ');
  expect(await screen.findByRole('button', { name: /^Correct/ })).toBeTruthy();
});

it('a paused session that another device ended starts anew', async () => {
  storePausedSession('7', pausedRivers);
  await openAt('1 of 2 cards', { SessionAnswers: onServer([ofPaused], '2026-11-21T09:00:00Z') });
  expect(pausedSessions('7', Date.now())).toEqual([]);
});

it('a paused session whose end this browser cannot know keeps its unsent answers', async () => {
  storePausedSession('7', pausedRivers);
  const unsent = {
    kind: 'answer',
    clientEventId: 'e2',
    flashcardId: '1',
    wasCorrect: false,
    sessionId: 's1',
  };
  localStorage.setItem('kumbuka.answers.7', JSON.stringify([unsent]));
  await openAt('2 of 2 cards', {
    SessionCards: cardsById,
    SessionAnswers: onServer([ofPaused], '2026-11-21T09:00:00Z'),
    RecordAnswers: () => refusal('UNAVAILABLE', 'Down'),
  });
  expect(await screen.findByRole('button', { name: 'Finish Study Session' })).toBeTruthy();
});

it('a paused session whose shown card was deleted goes on with the next open card', async () => {
  storePausedSession('7', threeCards);
  await openAt('2 of 2 cards', {
    SessionCards: ({ ids }: { ids: string[] }) => cardsById({ ids: ids.filter((id) => id !== '1') }),
    SessionAnswers: onServer([ofPaused]),
  });
  expect(screen.getByText('Question 3')).toBeTruthy();
});

it('a paused session is resumed after this device’s clock was set forward', async () => {
  storePausedSession('7', pausedRivers);
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + 3 * 3_600_000);
  await openAt('2 of 2 cards', { SessionCards: cardsById, SessionAnswers: onServer([ofPaused]) });
  expect(screen.getByText('2 of 2 cards')).toBeTruthy();
});

/** A paused session of 150 cards, of which 100 are fetched at first. */
async function openLarge(cards: Responses[string]) {
  const ids = Array.from({ length: 150 }, (_, index) => ({ id: String(index + 1), deckId: '12' }));
  storePausedSession(asha.id, { ...pausedRivers, cards: ids, current: 0, answers: [] });
  await openAt('1 of 150 cards', { SessionCards: cards });
}

it('a part of a large session whose response was lost is requested again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let calls = 0;
  await openLarge(({ ids }: { ids: string[] }) => {
    calls += 1;
    return calls === 2 ? refusal('UNAVAILABLE', 'Down') : cardsById({ ids });
  });
  await waitFor(() => expect(calls).toBe(2));
  await passTime(1_000);
  await waitFor(() => expect(calls).toBe(3));
  expect(screen.getByText('1 of 150 cards')).toBeTruthy();
});

it('a reload before all parts arrived resumes all cards of a large session', async () => {
  let calls = 0;
  await openLarge(({ ids }: { ids: string[] }) => {
    calls += 1;
    return calls === 1 ? cardsById({ ids }) : new Promise(() => {});
  });
  press(' ');
  press('1');
  await waitFor(() => expect(pausedSessions(asha.id, Date.now())[0]?.answers).toHaveLength(1));
  expect(pausedSessions(asha.id, Date.now())[0]?.cards).toHaveLength(150);
});

it('finishing offline does not wait, and the end of the session is sent later', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const finish = vi.fn(() => refusal('UNAVAILABLE', 'Down'));
  await open({ RecordAnswers: () => refusal('UNAVAILABLE', 'Down'), FinishSession: finish });
  await finishSession();
  expect(await screen.findByRole('dialog', { name: 'Study Session Complete!' })).toBeTruthy();
  expect(localStorage.getItem('kumbuka.answers.7')).toContain('"kind":"finish"');
});

it('the Back button of the browser does not start a new session after Back to Study', async () => {
  const router = await open();
  await finishSession();
  fireEvent.click(await screen.findByRole('button', { name: 'Back to Study' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/study'));
  expect(router.state.historyAction).toBe('REPLACE');
});
