// Study-progress on the embedded stack and operations of its subgraph, for tests of the subgraph. The test files of a process
// share the service.
import { beforeAll, expect, test as inVitest } from 'vitest';
import { startStudyTest, type StudyTest } from './study-suite.ts';

export let test: StudyTest;

const start = '2026-03-04T09:00:00Z';

// Vitest requires a pattern for the fixtures that this one uses.
// oxlint-disable-next-line no-empty-pattern
const inProcess = inVitest.extend('started', { scope: 'worker' }, async ({}, { onCleanup }) => {
  test = await startStudyTest(start);
  onCleanup(() => test.stop());
  return true;
});

/** Makes the service available to the tests of a file, with its clock as after a start. */
export function useSubgraph(): void {
  inProcess.beforeAll(({ started: _started }) => undefined);
  beforeAll(() => test.clock.set(start));
}

export const query = (userId: number, fields: string, variables: Record<string, unknown> = {}) =>
  test.graphql(`query { viewer { id ${fields} } }`, variables, { as: userId });
export const viewer = async (userId: number, fields: string) => {
  const { data, errors } = await query(userId, fields);
  expect(errors).toBeUndefined();
  return data.viewer;
};

export const record = /* GraphQL */ `
  mutation ($answers: [AnswerInput!]!) {
    recordAnswers(input: { answers: $answers }) {
      results {
        clientEventId
        errorCode
        flashcard {
          id
        }
        schedule {
          state
          studyCount
          correctAttempts
          intervalDays
        }
      }
      stats {
        xp
        streak
        completedThisWeek
      }
    }
  }
`;
let named = 0;
export const answerInput = (
  { deckId }: { deckId: number },
  cardId: number | undefined,
  more: Record<string, unknown> = {},
) => ({
  deckId: String(deckId),
  flashcardId: String(cardId),
  wasCorrect: true,
  timeSpentMinutes: 0.25,
  clientEventId: `g-${++named}`,
  ...more,
});
export const send = async (userId: number, answers: unknown[]) =>
  test.graphql(record, { answers }, { as: userId });
export const entities = (userId: number, references: unknown[], fields: string) =>
  test.graphql(
    `query ($references: [_Any!]!) { _entities(representations: $references) { ${fields} } }`,
    { references },
    { as: userId },
  );
