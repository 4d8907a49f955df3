import { createLog } from '@kumbuka/http-kit';
import { connectMongo, type Mongo } from '@kumbuka/service-kit';
import { afterAll, beforeAll, expect, test as sentence } from 'vitest';
import {
  aLearnerWithDeck,
  answer,
  startStudyTest,
  type LearnerWithDeck,
  type StudyTest,
} from './testing/study-suite.ts';

let test: StudyTest;
let mongo: Mongo;
let learner: LearnerWithDeck;
let seen: string[] = [];

interface Started {
  commandName: string;
  command: Record<string, unknown>;
}
const ours = new Set(['projections', 'reviews']);

/** Commands of requests; those of relay, consumer and sweep go on by themselves. */
function note({ commandName, command }: Started) {
  const collection = String(command[commandName]);
  const isSweep = JSON.stringify(command['filter'] ?? {}).includes('idleAt');
  const isRequest =
    (ours.has(collection) && !isSweep) || (collection === 'outbox' && commandName === 'insert');
  if (isRequest) seen.push(`${commandName} ${collection}`);
  if (commandName === 'commitTransaction') seen.push(commandName);
}

function listenedMongo(address: string, database: string): Mongo {
  const url = new URL(address);
  url.searchParams.set('monitorCommands', 'true');
  mongo = connectMongo({ url: url.href, database, log: createLog('tests', 'silent') });
  return mongo;
}

beforeAll(async () => {
  test = await startStudyTest(undefined, { mongoOf: listenedMongo, sweepMs: 60_000 });
  learner = await aLearnerWithDeck(test, 5);
  mongo.connection.getClient().on('commandStarted', note);
});
afterAll(() => test.stop());

async function commandsOf(work: () => Promise<unknown>): Promise<string[]> {
  seen = [];
  await work();
  return seen;
}
const card = (index: number) => learner.cardIds[index] ?? 0;

sentence('an answer takes five commands with its commit', async () => {
  expect(await commandsOf(() => answer(test, learner, card(0)))).toEqual([
    'find projections',
    'insert reviews',
    'update projections',
    'insert outbox',
    'commitTransaction',
  ]);
});

sentence('an answer with a name of its own takes one more, to see whether it came before', async () => {
  const commands = await commandsOf(() =>
    answer(test, learner, card(1), { client_event_id: 'a', session_id: 's' }),
  );
  expect(commands).toHaveLength(6);
  expect(commands).toContain('find reviews');
});

sentence('an answer from earlier days takes at most seven', async () => {
  const more = { client_event_id: 'b', answered_at: '2026-02-20T10:00:00Z' };
  expect((await commandsOf(() => answer(test, learner, card(0), more))).length).toBeLessThanOrEqual(7);
});

sentence('100 answers take as many commands as one', async () => {
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
  expect(commands).toHaveLength(6);
});

sentence('the dashboard over REST takes one find, with its decks over GraphQL two', async () => {
  expect(await commandsOf(() => test.rest('GET', '/dashboard', { as: learner.userId }))).toEqual([
    'find projections',
  ]);
  const read = `{ viewer { stats { xp } dashboard { dueCount dueDeckCount dueDecks { deckId } }
    forecast { count } openSession { id } } }`;
  const commands = await commandsOf(async () => {
    expect((await test.graphql(read, {}, { as: learner.userId })).errors).toBeUndefined();
  });
  expect(commands).toEqual(['find projections', 'find projections']);
});

sentence('progress of many decks and schedules of many cards take one find each', async () => {
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
