import { watchCommands } from '@kumbuka/service-kit/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  aLearnerWithDeck,
  answer,
  startStudyTest,
  type LearnerWithDeck,
  type StudyTest,
} from './testing/study-suite.ts';

let test: StudyTest;
let learner: LearnerWithDeck;
let watched: ReturnType<typeof watchCommands>;

beforeAll(async () => {
  test = await startStudyTest(undefined, {
    mongoOf: (url, database) => {
      watched = watchCommands({ url, database, collections: ['projections', 'reviews'] });
      return watched.mongo;
    },
    sweepMs: 60_000,
  });
  learner = await aLearnerWithDeck(test, 5);
});
afterAll(() => test.stop());

const commandsOf = (work: () => Promise<unknown>) => watched.commandsOf(work);
const card = (index: number) => learner.cardIds[index] ?? 0;

it('an answer sends MongoDB five commands, the commit included', async () => {
  expect(await commandsOf(() => answer(test, learner, card(0)))).toEqual([
    'find projections',
    'update projections',
    'insert reviews',
    'insert outbox',
    'commitTransaction',
  ]);
});

it('an answer with a client event id and a session id sends MongoDB five commands too', async () => {
  const more = { client_event_id: 'a', session_id: 's' };
  expect(await commandsOf(() => answer(test, learner, card(1), more))).toHaveLength(5);
});

it('an answer from an earlier day sends MongoDB a sixth command, which reads the log of its card', async () => {
  const more = { client_event_id: 'b', answered_at: '2026-02-20T10:00:00Z' };
  const commands = await commandsOf(() => answer(test, learner, card(0), more));
  expect(commands).toHaveLength(6);
  expect(commands).toContain('find reviews');
});

it('100 answers send MongoDB as many commands as one', async () => {
  const answers = Array.from({ length: 100 }, (_, index) => ({
    deckId: String(learner.deckId),
    flashcardId: String(card(index % 5)),
    wasCorrect: true,
    timeSpentMinutes: 0.1,
    clientEventId: `many-${index}`,
  }));
  const record = `mutation ($answers: [AnswerInput!]!) {
    recordAnswers(input: { answers: $answers }) { results { errorCode } }
  }`;
  const commands = await commandsOf(async () => {
    const { data } = await test.graphql(record, { answers }, { as: learner.userId });
    expect(data.recordAnswers.results).toEqual(Array.from({ length: 100 }, () => ({ errorCode: null })));
  });
  expect(commands).toHaveLength(5);
});

it('the dashboard over REST takes one find, with its decks and an open session over GraphQL three', async () => {
  expect(await commandsOf(() => test.rest('GET', '/dashboard', { as: learner.userId }))).toEqual([
    'find projections',
  ]);
  const read = `{ viewer { stats { xp } dashboard { dueCount dueDeckCount dueDecks { deckId } }
    forecast { count } openSession { id } } }`;
  const commands = await commandsOf(async () => {
    expect((await test.graphql(read, {}, { as: learner.userId })).errors).toBeUndefined();
  });
  expect(commands).toEqual(['find projections', 'find projections', 'find projections']);
});

it('progress of many decks and schedules of many cards take one find each', async () => {
  const references = [
    ...[learner.deckId, 999_001, 999_002].map((id) => ({ __typename: 'Deck', id: String(id) })),
    ...learner.cardIds.map((id) => ({ __typename: 'Flashcard', id: String(id) })),
  ];
  const read = `query ($references: [_Any!]!) {
    _entities(representations: $references) {
      ... on Deck { progress { dueCount } }
      ... on Flashcard { schedule { isDue } }
    }
  }`;
  const commands = await commandsOf(async () => {
    expect((await test.graphql(read, { references }, { as: learner.userId })).errors).toBeUndefined();
  });
  expect(commands).toEqual(['find projections', 'find projections', 'find projections']);
});
