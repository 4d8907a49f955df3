import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deckProgressChanged } from '@kumbuka/contracts';
import { dateOf } from '@kumbuka/contracts/study-day';
import { eventually, seededRandom } from '@kumbuka/testing/servers';
import { rebuildCommand, startRebuild } from '@kumbuka/testing';
import { canonicalJson } from '@kumbuka/service-kit';
import type { ProjectionDocument } from '../store/projections.ts';
import { rebuildPortsOn } from '../testing/rebuild-ports.ts';
import {
  addDeck,
  aLearnerWithDeck,
  answer,
  events,
  freshId,
  startStudyTest,
  type LearnerWithDeck,
  type StudyTest,
} from '../testing/study-suite.ts';
import { compareLearner, rebuildLearner } from '../use-cases/learner/rebuild-learner.ts';

let test: StudyTest;
beforeAll(async () => {
  test = await startStudyTest();
});
afterAll(() => test.stop());

const rebuildFile = new URL('../rebuild.ts', import.meta.url);
const rebuildEnv = () => ({ ...test.stack.env, AUTH_URL: test.auth.url, DECKS_URL: test.decks.url });

/** Runs the rebuild command; returns its exit code and report. */
const command = (...words: string[]) => rebuildCommand(rebuildFile, rebuildEnv())(...words);

const printed = (rows: readonly ProjectionDocument[]) => rows.map(canonicalJson).sort();

const record = /* GraphQL */ `
  mutation ($answers: [AnswerInput!]!) {
    recordAnswers(input: { answers: $answers }) {
      results {
        clientEventId
        errorCode
      }
    }
  }
`;
const undo = /* GraphQL */ `
  mutation ($id: ID!) {
    undoAnswer(input: { clientEventId: $id }) {
      flashcard {
        id
      }
    }
  }
`;
const zones = ['Africa/Nairobi', 'America/New_York', 'Pacific/Auckland', 'Europe/Berlin'];

/**
 * Simulates months of study: many days, offline answers, undos, sessions, zones, moved and deleted cards and a
 * deleted deck.
 */
async function live(userId: number, seed: number) {
  const random = seededRandom(seed);
  const decks = [freshId(), freshId(), freshId()];
  const cards = decks.flatMap((deckId) =>
    Array.from({ length: 8 }, () => ({ deckId, cardId: freshId(), version: 1 })),
  );
  for (const deckId of decks)
    await addDeck(
      test,
      userId,
      deckId,
      cards.filter((card) => card.deckId === deckId).map(({ cardId }) => cardId),
    );
  const present = new Set(cards);
  const submitted: string[] = [];
  const as = { as: userId };

  const removeOne = async () => {
    const card = random.pick([...present]);
    present.delete(card);
    test.decks.cards.delete(card.cardId);
    await test.publish([events.cardRemoved(userId, card.deckId, card.cardId, card.version + 1)]);
    await eventually(async () => {
      const row = (await test.rows(userId)).find((each) => 'cardId' in each && each.cardId === card.cardId);
      expect(row?.kind).toBe('removed-card');
    });
  };

  const moveOne = async () => {
    const card = random.pick([...present]);
    const [fromDeckId, deckId] = [card.deckId, random.pick(decks.filter((id) => id !== card.deckId))];
    const version = card.version + 1;
    Object.assign(card, { deckId, version });
    const { cardId } = card;
    const suspended = test.decks.cards.get(cardId)?.suspended ?? false;
    test.decks.move(cardId, deckId, version);
    await test.publish([events.cardMoved(userId, { cardId, fromDeckId, deckId, suspended }, version)]);
    await eventually(async () => {
      const row = (await test.rows(userId)).find((each) => 'cardId' in each && each.cardId === card.cardId);
      expect(row).toMatchObject({ deckId });
    });
  };

  const buryOne = () => {
    const { deckId, cardId } = random.pick([...present]);
    const input = {
      deckId: String(deckId),
      flashcardId: String(cardId),
      sessionId: 's',
      buried: random.chance(0.8),
    };
    return test.graphql(
      'mutation ($input: BuryFlashcardInput!) { buryFlashcard(input: $input) { id } }',
      { input },
      as,
    );
  };

  /** Refused when a card of it was answered again. */
  const undoOneSession = async () => {
    const { data } = await test.graphql('{ viewer { recentSessions { id } studyChanges { id } } }', {}, as);
    const { recentSessions, studyChanges } = data.viewer;
    const undo = 'mutation ($input: UndoSessionInput!) { undoSession(input: $input) { id } }';
    const again = 'mutation ($input: UndoStudyChangeInput!) { undoStudyChange(input: $input) { id } }';
    if (studyChanges.length > 0 && random.chance(0.5))
      return test.graphql(again, { input: { changeId: random.pick<{ id: string }>(studyChanges).id } }, as);
    if (recentSessions.length === 0) return null;
    return test.graphql(undo, { input: { sessionId: random.pick<{ id: string }>(recentSessions).id } }, as);
  };

  const resetOne = () => {
    const { deckId, cardId } = random.pick([...present]);
    return test.graphql(
      'mutation ($input: ResetFlashcardInput!) { resetFlashcard(input: $input) { id } }',
      { input: { deckId: String(deckId), flashcardId: String(cardId) } },
      as,
    );
  };

  const suspendOne = async () => {
    const card = random.pick([...present]);
    const [version, suspended] = [card.version + 1, random.chance(0.7)];
    Object.assign(card, { version });
    const owned = test.decks.cards.get(card.cardId);
    if (owned) test.decks.cards.set(card.cardId, { ...owned, suspended, cardVersion: version });
    await test.publish([events.cardSuspended(userId, card.deckId, card.cardId, suspended, version)]);
    await eventually(async () => {
      const row = (await test.rows(userId)).find((each) => 'cardId' in each && each.cardId === card.cardId);
      expect(row).toMatchObject({ cardVersion: version });
    });
  };

  for (let day = 0; day < 18; day++) {
    test.clock.addMinutes(600 + random.below(1_200));
    const session = random.chance(0.6) ? `s-${seed}-${day}` : undefined;
    const answers = Array.from({ length: 1 + random.below(8) }, () => {
      const { deckId, cardId } = random.pick([...present]);
      const clientEventId = `e-${seed}-${submitted.length}-${random.below(1e9)}`;
      submitted.push(clientEventId);
      const late = random.chance(0.3) ? random.below(10 * 24 * 60) : 0;
      return {
        deckId: String(deckId),
        flashcardId: String(cardId),
        wasCorrect: random.chance(0.75),
        timeSpentMinutes: random.below(2_000) / 1_000,
        clientEventId,
        ...(session ? { sessionId: session } : {}),
        ...(late ? { answeredAt: new Date(test.clock.now().getTime() - late * 60_000).toISOString() } : {}),
      };
    });
    const recorded = await test.graphql(record, { answers }, as);
    expect(recorded.errors).toBeUndefined();
    if (random.chance(0.5)) await test.graphql(undo, { id: random.pick(submitted) }, as);
    if (random.chance(0.3)) await test.graphql(undo, { id: submitted.at(-1) }, as);
    if (session && random.chance(0.5)) await test.rest('POST', `/study-sessions/${session}/finish`, as);
    if (random.chance(0.15)) await removeOne();
    if (random.chance(0.4)) await moveOne();
    if (random.chance(0.4)) await buryOne();
    if (random.chance(0.3)) await suspendOne();
    if (random.chance(0.2)) await resetOne();
    if (random.chance(0.2)) await undoOneSession();
    if (random.chance(0.15))
      await test.graphql(
        `mutation ($zone: String!, $hour: Int!) { updateStudySettings(input: { timezone: $zone, dayStartHour: $hour }) { streak } }`,
        { zone: random.pick(zones), hour: random.below(6) },
        as,
      );
  }
  test.decks.removeDeck(decks[2] ?? 0);
  await test.publish([events.deckDeleted(userId, decks[2] ?? 0)]);
  await eventually(async () => {
    const row = (await test.rows(userId)).find(({ _id }) => _id === `deck:${userId}:${decks[2]}`);
    expect(row?.kind).toBe('removed-deck');
  });
  test.clock.addMinutes(60);
  await test.rest('GET', '/dashboard', as);
  await eventually(async () => expect((await test.rows(userId)).some((row) => 'idleAt' in row)).toBe(false));
}

const isProgress = ({ type }: { type: string }) => type === deckProgressChanged.type;

/** The last event about each deck says what is stored. */
async function expectPublished(userId: number) {
  const published = (await test.events()).filter(
    (event) => isProgress(event) && event.data['userId'] === userId,
  );
  for (const row of await test.rows(userId)) {
    if (row.kind !== 'deck') continue;
    const { aggregate, data } = published.findLast((event) => event.data['deckId'] === row.deckId) ?? {};
    expect([aggregate?.version, data]).toMatchObject([
      row.version,
      {
        nextDueOn: row.dueDay === undefined ? null : dateOf(row.dueDay),
        lastStudied: row.lastStudiedAt?.toISOString() ?? null,
      },
    ]);
  }
}

type Stored = { _id: string; ownerId: number; kind: string };
const rowsIn = (name = 'projections') => test.connection.collection<Stored>(name);
beforeEach(async () => {
  await rowsIn().deleteMany({});
  await test.connection.collection('reviews').deleteMany({});
  await test.connection.collection('settings').deleteMany({});
  test.decks.decks.clear();
  test.decks.cards.clear();
});

it('projections rebuilt from the log equal the live ones to the bit, whatever happened', async () => {
  for (const seed of [11, 42, 77]) {
    const userId = freshId();
    await live(userId, seed);
    const before = printed(await test.rows(userId));
    const { live: present, rebuilt } = await compareLearner(rebuildPortsOn(test))(userId);
    expect(rebuilt.map(canonicalJson).sort()).toEqual(present.map(canonicalJson).sort());
    expect((await test.log(userId)).length).toBeGreaterThan(50);
    await expectPublished(userId);
    await rebuildLearner(rebuildPortsOn(test))(userId);
    expect(printed(await test.rows(userId))).toEqual(before);
  }
}, 120_000);

/** Corrupts one row of every kind. */
async function corruptRows(userId: number) {
  const rows = rowsIn();
  await rows.deleteMany({ ownerId: userId, kind: { $in: ['day', 'session'] } });
  await rows.updateMany({ ownerId: userId, kind: 'card' }, { $set: { correct: 99 } });
  await rows.updateMany({ ownerId: userId, kind: 'learner' }, { $set: { xp: 1 } });
  await rows.insertOne({ _id: `day:${userId}:1`, ownerId: userId, kind: 'day' });
}

it('the rebuild command reports differences and changes them only with --swap', async () => {
  const userId = freshId();
  await live(userId, 5);
  await test.rest('PUT', '/user/stats', { as: userId, body: { weekly_goal: 70 } });
  const before = printed(await test.rows(userId));
  const same = await command();
  expect(same).toMatchObject({ code: 0, report: { different: 0, missing: 0, orphans: 0, owners: 1 } });
  expect(same.report.live).toBe(same.report.rebuilt);
  const beside = await rowsIn('projections_rebuilt')
    .find({}, { projection: { rebuiltAt: 0 } })
    .toArray();
  expect(beside.map(canonicalJson).sort()).toEqual(before);
  // Rows of a user who is deleted meanwhile stayed there until the next rebuild.
  const ageing = { rebuiltAt: { $gt: new Date(Date.now() - 600_000) } };
  expect(await rowsIn('projections_rebuilt').countDocuments(ageing)).toBe(beside.length);
  expect(await rowsIn('projections_rebuilt').indexes()).toContainEqual(
    expect.objectContaining({ key: { rebuiltAt: 1 }, expireAfterSeconds: 86_400 }),
  );

  await corruptRows(userId);
  await rowsIn().updateMany(
    { ownerId: userId, kind: 'learner' },
    { $set: { timezone: 'UTC', weeklyGoal: 1 } },
  );
  const corrupted = printed(await test.rows(userId));
  const found = await command('--user', String(userId));
  expect(found).toMatchObject({ code: 2, report: { owned: [userId], orphans: 1, swapped: 0 } });
  expect(found.report.different).toBeGreaterThan(5);
  expect(found.report.missing).toBeGreaterThan(5);
  expect(found.report.rebuilt).toBe(same.report.live);
  expect(printed(await test.rows(userId))).toEqual(corrupted);

  expect(await command('--swap')).toMatchObject({ code: 0, report: { swapped: 1 } });
  expect(printed(await test.rows(userId))).toEqual(before);
  expect(await rowsIn('projections_rebuilt').countDocuments()).toBe(0);
}, 120_000);

it('lost projections are restored from the log, the settings and decks', async () => {
  const userId = freshId();
  await live(userId, 8);
  const kept = ({ kind }: ProjectionDocument) => kind !== 'removed-card';
  const unversioned = async () =>
    (await test.rows(userId))
      .filter(kept)
      .map((row) => canonicalJson({ ...row, version: 0, cardVersion: 0, deckVersion: 0 }));
  const before = (await unversioned()).sort();
  for (const deck of test.decks.decks.values()) deck.progressVersion = 500;
  await rowsIn().deleteMany({});
  expect((await command('--swap')).code).toBe(0);
  expect((await unversioned()).sort()).toEqual(before);
  const versions = (await test.rows(userId)).flatMap((row) => (row.kind === 'deck' ? [row.version] : []));
  expect(Math.min(...versions)).toBeGreaterThanOrEqual(500);
}, 120_000);

it('a rebuild adds the memory sample to a deck from before samples existed', async () => {
  const { userId, deckId } = await aLearnerWithDeck(test);
  const before = printed(await test.rows(userId));
  await rowsIn().updateMany({ ownerId: userId, kind: 'deck' }, { $unset: { sample: '' } });
  expect(await command('--swap')).toMatchObject({ report: { different: 1, swapped: 1 } });
  expect(printed(await test.rows(userId))).toEqual(before);
  expect(deckId).toBeGreaterThan(0);
});

it('answers that arrive during a rebuild and swap are neither lost nor counted twice', async () => {
  const learners = [await aLearnerWithDeck(test, 20), await aLearnerWithDeck(test, 20)];
  for (const learner of learners) await answer(test, learner, learner.cardIds[0] ?? 0);
  let isOver = false;
  const recorded = new Map(learners.map(({ userId }) => [userId, 1]));
  const studying = learners.map(async (learner) => {
    for (let index = 1; !isOver; index++) {
      const { status } = await answer(test, learner, learner.cardIds[index % 20] ?? 0);
      expect(status).toBe(201);
      recorded.set(learner.userId, (recorded.get(learner.userId) ?? 0) + 1);
    }
  });
  for (let round = 0; round < 3; round++) {
    const rows = rowsIn();
    for (const { userId } of learners)
      await rows.updateMany({ ownerId: userId, kind: 'deck' }, { $unset: { sample: '' } });
    expect((await command('--swap')).code).toBe(0);
  }
  isOver = true;
  await Promise.all(studying);
  expect(await command()).toMatchObject({ code: 0, report: { different: 0 } });
  for (const { userId } of learners) {
    const learner = (await test.rows(userId)).find((row) => row.kind === 'learner');
    expect(learner).toMatchObject({ totals: { answers: recorded.get(userId) } });
  }
}, 120_000);

it('a command that is killed in the middle leaves each learner all of the old rows or all of the new ones', async () => {
  const learners: LearnerWithDeck[] = [];
  for (let index = 0; index < 12; index++) learners.push(await aLearnerWithDeck(test, 4));
  for (const learner of learners) for (const cardId of learner.cardIds) await answer(test, learner, cardId);
  const rowsOf = async ({ userId }: LearnerWithDeck) => canonicalJson(printed(await test.rows(userId)));
  const right = await Promise.all(learners.map(rowsOf));
  for (const { userId } of learners) await corruptRows(userId);
  const corrupted = await Promise.all(learners.map(rowsOf));

  const child = startRebuild(rebuildFile, rebuildEnv(), ['--swap']);
  const ended = new Promise((resolve) => child.once('close', resolve));
  await eventually(
    async () => expect(await rowsOf(learners[0] ?? { userId: 0, deckId: 0, cardIds: [] })).toBe(right[0]),
    // A command takes several seconds to start, and a slow machine takes ten times as long.
    90_000,
  );
  child.kill('SIGKILL');
  await ended;
  for (const [index, learner] of learners.entries())
    expect([right[index], corrupted[index]]).toContain(await rowsOf(learner));
  for (const learner of learners)
    expect((await answer(test, learner, learner.cardIds[0] ?? 0)).status).toBe(201);

  expect((await command('--swap')).code).toBe(0);
  expect(await command()).toMatchObject({ code: 0, report: { different: 0, missing: 0, orphans: 0 } });
}, 240_000);

it('a rebuild adds a card whose event has not arrived yet, and removes one that decks has deleted', async () => {
  const learner = await aLearnerWithDeck(test, 3);
  const [kept, gone, alive] = learner.cardIds;
  const unpublished = freshId();
  test.decks.add(learner.userId, learner.deckId, [unpublished]);
  test.decks.cards.delete(gone ?? 0);
  await rowsIn().updateOne({ _id: `card:${learner.userId}:${alive}` }, { $set: { kind: 'removed-card' } });
  expect((await command('--swap')).code).toBe(0);
  const kinds = Object.fromEntries(
    (await test.rows(learner.userId)).flatMap((row) => ('cardId' in row ? [[row.cardId, row.kind]] : [])),
  );
  expect(kinds).toEqual({
    [kept ?? 0]: 'card',
    [gone ?? 0]: 'removed-card',
    [alive ?? 0]: 'card',
    [unpublished]: 'card',
  });
});
