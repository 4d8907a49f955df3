import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { keptCards } from '../../shared/study/kept-cards.ts';
import { AnswerQueueProvider } from '../../shared/study/queue-context.tsx';
import { asha, refusal, renderScreen, type Responses } from '../../test/render-screen.tsx';
import { KeepCards } from './keep-cards.tsx';

const deck = {
  __typename: 'Deck',
  id: '31',
  title: 'Biology',
  flashcards: {
    __typename: 'FlashcardPage',
    items: [
      { __typename: 'Flashcard', id: '1', frontText: 'What is osmosis?' },
      { __typename: 'Flashcard', id: '2', frontText: 'What is diffusion?' },
    ],
  },
};
const seeded = (decks: unknown[], errors: unknown[] = []) => ({
  seedCatalog: { __typename: 'SeededCatalog', decks, errors },
});

interface Sent {
  input: { answers: { clientEventId: string; flashcardId: string; answeredAt: string; sessionId: string }[] };
}
let recorded: Sent['input']['answers'] = [];

const study: Responses = {
  // Sent first where a test before has set the clock.
  CurrentViewer: () => ({ viewer: { __typename: 'User', ...asha } }),
  RecordAnswers: ({ input }: Sent) => {
    recorded = [...recorded, ...input.answers];
    const results = input.answers.map(({ clientEventId }) => ({
      __typename: 'AnswerResult',
      clientEventId,
      errorCode: null,
      schedule: null,
    }));
    return { recordAnswers: { __typename: 'RecordedAnswers', results, stats: null } };
  },
  FinishSession: () => ({
    finishSession: {
      __typename: 'StudySession',
      id: 's',
      answered: 1,
      correct: 1,
      minutes: 1,
      xpEarned: 10,
    },
  }),
};

const onDone = vi.fn();
const open = (keepCards: () => unknown) =>
  renderScreen({
    screen: (
      <AnswerQueueProvider userId="7">
        <KeepCards onDone={onDone} />
      </AnswerQueueProvider>
    ),
    responses: { ...study, KeepCards: keepCards },
  });

const osmosis = { clientEventId: 'a-1', question: 'What is osmosis?', wasCorrect: true, timeSpentMinutes: 1 };

beforeEach(() => {
  recorded = [];
  onDone.mockClear();
  keptCards.keep({ catalogId: '5', sessionId: 's', answers: [osmosis] });
});

it('a kept answer is sent as an answer of now to the card with its question', async () => {
  const before = Date.now();
  open(() => seeded([deck]));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(recorded).toMatchObject([{ clientEventId: 'a-1', flashcardId: '1', deckId: '31', sessionId: 's' }]);
  expect(Date.parse(recorded[0]!.answeredAt)).toBeGreaterThanOrEqual(before);
  expect(keptCards.read()).toBeNull();
});

it('kept cards wait for another try after KeepCards has failed', async () => {
  let calls = 0;
  open(() => {
    calls += 1;
    if (calls === 1) throw new TypeError('Failed to fetch');
    return seeded([deck]);
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(recorded.map(({ clientEventId }) => clientEventId)).toEqual(['a-1']);
});

it('a learner can go on without the kept cards', async () => {
  open(() => refusal('INTERNAL', 'Something went wrong.'));
  expect((await screen.findByRole('alert')).textContent).toContain('Your cards could not be added');
  await userEvent.click(screen.getByRole('button', { name: 'Continue without them' }));
  expect(onDone).toHaveBeenCalledOnce();
  expect([keptCards.read(), recorded]).toEqual([null, []]);
});

it('a deck that the account has no room for is named once and not tried again', async () => {
  open(() => seeded([], [{ __typename: 'SeedError', message: 'You have reached the limit of decks.' }]));
  expect(await screen.findByText('You have reached the limit of decks.')).toBeTruthy();
  expect(onDone).toHaveBeenCalledOnce();
  expect(keptCards.read()).toBeNull();
});
