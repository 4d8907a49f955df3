import { internalHeaders } from '@kumbuka/contracts';
import { createServiceProcess, testInternalKey, type ServiceProcess } from '@kumbuka/testing';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aLearnerWithDeck, answer, startStudyTest, type StudyTest } from '../testing/study-suite.ts';

/** Lifetime of a transaction (5 s) and the time until the server looks for expired ones (at most 2 s). */
const maxDelayMs = 7_000;

let test: StudyTest;
let doomed: ServiceProcess;
beforeAll(async () => {
  test = await startStudyTest();
  doomed = await createServiceProcess(fileURLToPath(new URL('../main.ts', import.meta.url)), {
    ...test.stack.env,
    AUTH_URL: test.auth.url,
    ADMIN_URL: test.auth.url,
    DECKS_URL: test.decks.url,
  });
});
afterAll(async () => {
  await doomed.end('SIGKILL');
  await test.stop();
});

const answerAt = async (
  url: string,
  { userId, deckId }: { userId: number; deckId: number },
  cardId: number,
) =>
  fetch(`${url}/progress`, {
    method: 'POST',
    headers: {
      [internalHeaders.key]: testInternalKey,
      authorization: `Bearer ${await test.auth.tokenOf(userId)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ deck_id: deckId, flashcard_id: cardId, was_correct: true, time_spent: 1 }),
  });

it('an answer whose process was killed before the commit holds up the next answer for at most 7 s, without an error', async () => {
  const learner = await aLearnerWithDeck(test);
  const cardId = learner.cardIds[0] ?? 0;
  // It starts when no event is left that it could consume, which would end it too early.
  await doomed.start({ CRASH_AT: 'after-work-before-commit' });
  await expect(answerAt(doomed.url, learner, cardId)).rejects.toThrow('fetch failed');
  const killedAt = performance.now();
  const { status } = await answer(test, learner, cardId);
  const heldUpMs = performance.now() - killedAt;
  console.log(`The next answer was held up for ${Math.round(heldUpMs)} ms.`);
  expect(status).toBe(201);
  expect(heldUpMs).toBeGreaterThan(1_000);
  // Other work may slow the machine down; without the lifetime it would be a minute.
  expect(heldUpMs).toBeLessThan(3 * maxDelayMs);
  expect((await test.log(learner.userId)).filter(({ kind }) => kind === 'reviewed')).toHaveLength(1);
}, 60_000);
