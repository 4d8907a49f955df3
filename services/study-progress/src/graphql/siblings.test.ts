import { canonicalJson } from '@kumbuka/service-kit';
import { eventually } from '@kumbuka/testing/servers';
import { describe, expect, it } from 'vitest';
import { rebuildPortsOn } from '../testing/rebuild-ports.ts';
import { events, freshId } from '../testing/study-suite.ts';
import { answerInput, send, test, useSubgraph } from '../testing/subgraph-suite.ts';
import { compareLearner } from '../use-cases/learner/rebuild-learner.ts';

useSubgraph();

const pairs = 12;

/** Two cards of each of some notes, or of none. */
async function twoOfEach(haveNotes: boolean) {
  const [userId, deckId] = [freshId(), freshId()];
  const notes = Array.from({ length: pairs }, () => [freshId(), freshId()] as const);
  const cardIds = notes.flat();
  const noteIds = notes.flatMap(([noteId, second]) => [
    { cardId: noteId, noteId },
    { cardId: second, noteId },
  ]);
  test.decks.add(userId, deckId, cardIds);
  if (haveNotes)
    for (const { cardId, noteId } of noteIds) {
      const card = test.decks.cards.get(cardId);
      if (card) test.decks.cards.set(cardId, { ...card, noteId });
    }
  await test.publish([
    events.deckCreated(userId, deckId),
    events.cardsAdded(userId, deckId, cardIds, undefined, haveNotes ? noteIds : undefined),
  ]);
  await eventually(async () => expect((await test.rows(userId)).length).toBeGreaterThan(cardIds.length));
  return { userId, deckId, notes };
}

/** Answers all cards on several days. Returns how often both cards of a note had one due day. */
async function study({ userId, deckId, notes }: Awaited<ReturnType<typeof twoOfEach>>) {
  let together = 0;
  for (let round = 0; round < 4; round++) {
    const answers = notes.flat().map((cardId) => answerInput({ deckId }, cardId));
    const { data } = await send(userId, answers);
    expect(data.recordAnswers.results.every(({ errorCode }: { errorCode: null }) => errorCode === null)).toBe(
      true,
    );
    const rows = await test.rows(userId);
    const dueOf = new Map(rows.flatMap((row) => (row.kind === 'card' ? [[row.cardId, row.dueDay]] : [])));
    together += notes.filter(([a, b]) => dueOf.get(a) === dueOf.get(b)).length;
    test.clock.addDays(20);
  }
  return together;
}

describe('cards of one note', () => {
  it('fall due on different days, as a rebuild has them too', async () => {
    const learner = await twoOfEach(true);
    expect(await study(learner)).toBe(0);
    const { live, rebuilt } = await compareLearner(rebuildPortsOn(test))(learner.userId);
    expect(rebuilt.map(canonicalJson).sort()).toEqual(live.map(canonicalJson).sort());
  });

  it('cards without a common note may fall due together', async () => {
    expect(await study(await twoOfEach(false))).toBeGreaterThan(3);
  });
});
