import { eventually } from '@kumbuka/testing/servers';
import { describe, expect, it } from 'vitest';
import { first, addDeck, aLearnerWithDeck, events, freshId } from '../testing/study-suite.ts';
import { answerInput, query, send, test, useSubgraph, viewer } from '../testing/subgraph-suite.ts';

useSubgraph();

describe('the study queue', () => {
  it('has due cards by lowest predicted recall, then new ones by id', async () => {
    const learner = await aLearnerWithDeck(test, 5);
    const [a, b, c, d, e] = learner.cardIds as [number, number, number, number, number];
    await send(learner.userId, [answerInput(learner, a), answerInput(learner, b, { wasCorrect: false })]);
    test.clock.addDays(2);
    await send(learner.userId, [answerInput(learner, c)]);
    const queue = `studyQueue(deckId: "${learner.deckId}") { items { flashcardId deckId schedule { isDue state predictedRecall } } dueCount newCount minutes secondsPerAnswer }`;
    const { studyQueue } = await viewer(learner.userId, queue);
    expect(studyQueue.items.map(({ flashcardId }: { flashcardId: string }) => Number(flashcardId))).toEqual([
      b,
      a,
      d,
      e,
    ]);
    expect(studyQueue).toMatchObject({ dueCount: 2, newCount: 2, minutes: 1, secondsPerAnswer: 15 });
    expect(studyQueue.items[2].schedule).toEqual({ isDue: false, state: 'NEW', predictedRecall: null });
    const { studyOrder } = await viewer(learner.userId, `studyOrder(deckId: "${learner.deckId}")`);
    expect(studyOrder.map(Number)).toEqual([b, a, d, e, c]);
    const open = await viewer(learner.userId, `studyOrder(deckId: "${learner.deckId}", withoutToday: true)`);
    expect(open.studyOrder.map(Number)).toEqual([b, a, d, e]);
  });

  it('fits the minutes by the learner’s own pace, 20 s per card before the first answer', async () => {
    const learner = await aLearnerWithDeck(test, 10);
    const items = async () =>
      (await viewer(learner.userId, 'studyQueue(minutes: 2) { items { flashcardId } }')).studyQueue.items;
    expect(await items()).toHaveLength(6);
    await send(learner.userId, [answerInput(learner, first(learner), { timeSpentMinutes: 1 })]);
    expect(await items()).toHaveLength(2);
  });

  it('includes all decks and stops at the limit', async () => {
    const learner = await aLearnerWithDeck(test, 3);
    await addDeck(test, learner.userId, freshId(), [freshId(), freshId()]);
    const { studyQueue } = await viewer(learner.userId, 'studyQueue(limit: 4) { items { deckId } newCount }');
    expect(studyQueue.items).toHaveLength(4);
    expect(new Set(studyQueue.items.map(({ deckId }: { deckId: string }) => deckId)).size).toBe(2);
    expect(studyQueue.newCount).toBe(5);
    for (const wrong of ['limit: 0', 'limit: 101', 'minutes: 0', 'deckId: "x"'])
      expect((await query(learner.userId, `studyQueue(${wrong}) { newCount }`)).code).toBe('VALIDATION');
  });

  it('is empty for a missing deck or another learner’s, and the study order is DECK_NOT_FOUND', async () => {
    const theirs = await aLearnerWithDeck(test);
    const userId = freshId();
    const { studyQueue } = await viewer(
      userId,
      `studyQueue(deckId: "${theirs.deckId}") { items { deckId } dueCount newCount }`,
    );
    expect(studyQueue).toEqual({ items: [], dueCount: 0, newCount: 0 });
    expect((await query(userId, `studyOrder(deckId: "${theirs.deckId}")`)).code).toBe('DECK_NOT_FOUND');
    expect((await query(userId, `studyOrder(deckId: "${freshId()}")`)).code).toBe('DECK_NOT_FOUND');
  });
});

describe('the open session', () => {
  it('can be resumed for 30 minutes, with its answers in order', async () => {
    const learner = await aLearnerWithDeck(test, 3);
    const [a, b] = learner.cardIds;
    const session = { sessionId: 'resume-me', sessionDeckId: String(learner.deckId) };
    await send(learner.userId, [
      answerInput(learner, b, session),
      answerInput(learner, a, { ...session, wasCorrect: false }),
    ]);
    const fields =
      'openSession { id deck { id } answered correct minutes xpEarned finishedAt answers { flashcardId wasCorrect } }';
    const { openSession } = await viewer(learner.userId, fields);
    expect(openSession).toEqual({
      id: 'resume-me',
      deck: { id: String(learner.deckId) },
      answered: 2,
      correct: 1,
      minutes: 0.5,
      xpEarned: 0,
      finishedAt: null,
      answers: [
        { flashcardId: String(b), wasCorrect: true },
        { flashcardId: String(a), wasCorrect: false },
      ],
    });
    test.clock.addMinutes(30);
    expect((await viewer(learner.userId, fields)).openSession).toBeNull();
  });

  it('of a deleted deck cannot be resumed, but the one before it can', async () => {
    const learner = await aLearnerWithDeck(test, 2);
    const [a, b] = learner.cardIds;
    await send(learner.userId, [answerInput(learner, a, { sessionId: 'across' })]);
    test.clock.addMinutes(1);
    const ofDeck = { sessionId: 'of-deck', sessionDeckId: String(learner.deckId) };
    await send(learner.userId, [answerInput(learner, b, ofDeck)]);
    const open = async () => (await viewer(learner.userId, 'openSession { id deck { id } }')).openSession;
    expect(await open()).toEqual({ id: 'of-deck', deck: { id: String(learner.deckId) } });
    const { userId, deckId } = learner;
    await test.publish([events.deckDeleted(userId, deckId)]);
    await eventually(async () => expect(await open()).toEqual({ id: 'across', deck: null }));
  });

  it('is across decks without a deck, and ends by finishSession', async () => {
    const learner = await aLearnerWithDeck(test, 1);
    await send(learner.userId, [answerInput(learner, first(learner), { sessionId: 'all' })]);
    const end = `mutation { finishSession(input: { sessionId: "all" }) { id deck { id } answered xpEarned finishedAt answers { flashcardId } } }`;
    const { data } = await test.graphql(end, {}, { as: learner.userId });
    expect(data.finishSession).toMatchObject({
      deck: null,
      answered: 1,
      xpEarned: 10,
      answers: [{ flashcardId: String(first(learner)) }],
    });
    expect((await test.graphql(end, {}, { as: freshId() })).code).toBe('STUDY_SESSION_NOT_FOUND');
    expect((await viewer(learner.userId, 'openSession { id }')).openSession).toBeNull();
  });
});
