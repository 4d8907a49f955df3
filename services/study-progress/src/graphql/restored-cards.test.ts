import { canonicalJson } from '@kumbuka/service-kit';
import { eventually } from '@kumbuka/testing/servers';
import { expect, it } from 'vitest';
import { rebuildPortsOn } from '../testing/rebuild-ports.ts';
import { aLearnerWithDeck, events, type LearnerWithDeck } from '../testing/study-suite.ts';
import { answerInput, send, test, useSubgraph } from '../testing/subgraph-suite.ts';
import { compareLearner } from '../use-cases/learner/rebuild-learner.ts';

useSubgraph();

const rowOf = async (userId: number, id: string) => (await test.rows(userId)).find(({ _id }) => _id === id);
const cardRow = (userId: number, cardId: number) => rowOf(userId, `card:${userId}:${cardId}`);

async function expectSameRebuilt(userId: number) {
  const { live, rebuilt } = await compareLearner(rebuildPortsOn(test))(userId);
  expect(rebuilt.map(canonicalJson).sort()).toEqual(live.map(canonicalJson).sort());
}

/** A learner with four cards: one answered twice and replanned, one buried, one imported as it is, one new. */
async function studied(): Promise<LearnerWithDeck> {
  const learner = await aLearnerWithDeck(test, 4);
  const { userId, deckId, cardIds } = learner;
  const [first = 0, second = 0] = cardIds;
  await send(userId, [answerInput(learner, first), answerInput(learner, second)]);
  test.clock.addDays(3);
  await send(userId, [answerInput(learner, first, { wasCorrect: false })]);
  await test.graphql(
    `mutation ($input: BuryFlashcardInput!) { buryFlashcard(input: $input) { id } }`,
    { input: { deckId: String(deckId), flashcardId: String(second), sessionId: 'evening', buried: true } },
    { as: userId },
  );
  return learner;
}

/** Decks in the service's own list, as after the deletion was taken back. */
const putBack = ({ userId, deckId, cardIds }: LearnerWithDeck, version: number) => {
  test.decks.add(userId, deckId, cardIds);
  for (const cardId of cardIds) test.decks.move(cardId, deckId, version);
};
const cameBack = ({ userId, deckId }: LearnerWithDeck, cardId: number, version = 3) =>
  events.cardMoved(userId, { cardId, fromDeckId: deckId, deckId }, version);

it('a card whose deletion is taken back has its schedule again', async () => {
  const learner = await studied();
  const { userId, deckId, cardIds } = learner;
  const [first = 0, second = 0] = cardIds;
  const before = [await cardRow(userId, first), await cardRow(userId, second)];
  const deck = await rowOf(userId, `deck:${userId}:${deckId}`);
  await test.publish([first, second].map((cardId) => events.cardRemoved(userId, deckId, cardId)));
  await eventually(async () => expect(await cardRow(userId, second)).toMatchObject({ kind: 'removed-card' }));
  putBack(learner, 3);
  await test.publish([first, second].map((cardId) => cameBack(learner, cardId)));
  await eventually(async () => expect(await cardRow(userId, second)).toMatchObject({ kind: 'card' }));
  expect([await cardRow(userId, first), await cardRow(userId, second)]).toEqual(
    before.map((row) => ({ ...row, cardVersion: 3 })),
  );
  const {
    version: _now,
    sample: _drawn,
    ...counts
  } = (await rowOf(userId, `deck:${userId}:${deckId}`)) as object & {
    version: number;
    sample: unknown;
  };
  expect(deck).toMatchObject(counts);
});

it('a deck whose deletion is taken back has its cards, their schedules and its progress again', async () => {
  const learner = await studied();
  const { userId, deckId, cardIds } = learner;
  const before = await Promise.all(cardIds.map((cardId) => cardRow(userId, cardId)));
  test.decks.removeDeck(deckId);
  await test.publish([events.deckDeleted(userId, deckId)]);
  await eventually(async () =>
    expect(await rowOf(userId, `deck:${userId}:${deckId}`)).toMatchObject({ kind: 'removed-deck' }),
  );
  putBack(learner, 3);
  const back = [events.deckCreated(userId, deckId, 3), ...cardIds.map((cardId) => cameBack(learner, cardId))];
  // Twice, and the first event once more at the end, as a bus may deliver them.
  await test.publish([...back, ...back, events.deckCreated(userId, deckId, 1)]);
  await eventually(async () => {
    const rows = await Promise.all(cardIds.map((cardId) => cardRow(userId, cardId)));
    expect(rows).toEqual(before.map((row) => ({ ...row, cardVersion: 3 })));
  });
  expect(await rowOf(userId, `deck:${userId}:${deckId}`)).toMatchObject({ cards: 4, studied: 2 });
  await eventually(async () => {
    const progress = (await test.events())
      .filter(({ type }) => type === 'study-progress.deck-progress-changed')
      .map(({ data }) => data as { deckId: number; mastery: number | null });
    expect(progress.findLast((each) => each.deckId === deckId)).toMatchObject({ mastery: 67 });
  });
  await expectSameRebuilt(userId);
});
