import { canonicalJson } from '@kumbuka/service-kit';
import type { ReviewEntry } from '@kumbuka/schedule';
import { eventually } from '@kumbuka/testing/servers';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProjectionDocument } from '../store/projections.ts';
import { createReviewStore } from '../store/review-store.ts';
import { createSettingsStore } from '../store/settings-store.ts';
import { settingsOf } from '../domain/learner/settings.ts';
import { live } from '../testing/random-life.ts';
import { rebuildPortsOn } from '../testing/rebuild-ports.ts';
import {
  aLearnerWithDeck,
  answer,
  events,
  first,
  freshId,
  startStudyTest,
  type StudyTest,
} from '../testing/study-suite.ts';
import { rebuildLearner } from '../use-cases/learner/rebuild-learner.ts';

let test: StudyTest;
beforeAll(async () => {
  test = await startStudyTest('2027-06-01T09:00:00Z');
});
afterAll(() => test.stop());

type Entry = Record<string, unknown> & { id: string; kind: string };
const call = (userId: number, path: string, body?: object) =>
  test.rest(body ? 'POST' : 'GET', `/internal/learners/${userId}/${path}`, body ? { body } : {});

async function archived(userId: number): Promise<{
  entries: Entry[];
  settings: { deckSettings: { deckId: number }[] };
}> {
  const { settings } = (await call(userId, 'log-head')).body;
  const entries: Entry[] = [];
  for (let after: number | null = 0; after !== null;) {
    const { body } = await call(userId, `log?after=${after}`);
    entries.push(...body.entries);
    after = body.next;
  }
  return { entries, settings };
}

const check = async (userId: number, importId: string, more: object = {}) => {
  const { settings } = (await call(userId, 'log-head')).body;
  return call(userId, 'restored-log/check', { importId, settings: { ...settings, ...more } });
};

const moved = 1_000_000;
/** The entry with the ids that an import gave the cards and decks. */
const inAnother = (entry: Entry): Entry => ({
  ...entry,
  ...(typeof entry['cardId'] === 'number' ? { cardId: entry['cardId'] + moved } : {}),
  ...(typeof entry['deckId'] === 'number' ? { deckId: entry['deckId'] + moved } : {}),
  ...(typeof entry['sessionDeckId'] === 'number' ? { sessionDeckId: entry['sessionDeckId'] + moved } : {}),
});
const newestOf = (entries: readonly Entry[]) =>
  entries.flatMap((entry) => ('parameters' in entry ? [entry['parameters']] : [])).toReversed();
const restore = (
  userId: number,
  importId: string,
  entries: readonly Entry[],
  from = 1,
  total = entries.length,
) => call(userId, 'restored-log', { importId, total, parameters: newestOf(entries), from, entries });

const foreign = ['_id', 'ownerId', 'version', 'deckVersion', 'cardVersion', 'createdAt', 'sample'];
const numbered = ['cardId', 'deckId'];
/** The study without what belongs to the account and to its ids. */
const withoutNames = (value: unknown, offset: number): unknown => {
  if (Array.isArray(value)) return value.map((each) => withoutNames(each, offset));
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !foreign.includes(name))
      .map(([name, own]) => [
        name,
        numbered.includes(name) && typeof own === 'number' ? own - offset : withoutNames(own, offset),
      ]),
  );
};
const studyIn = (rows: readonly ProjectionDocument[], offset = 0) =>
  rows.map((row) => canonicalJson(withoutNames(row, offset))).sort();
const shown = (rows: readonly ProjectionDocument[]) =>
  rows.filter((row) => !row.kind.startsWith('removed') && row.kind !== 'erased');

/** A learner of months of random studying, whose log is stored under ids of its own. */
async function aLearnerWithLife(seed: number) {
  const userId = freshId();
  const life = live(seed, 250);
  const state = life.state();
  const named = (id: string) => `${userId}-${id}`;
  const log = life.log.map((entry): ReviewEntry => {
    const own = { ...entry, userId, id: named(entry.id) };
    if (own.kind === 'undone') return { ...own, undoes: named(own.undoes) };
    return own.kind === 'rescheduled' && own.answerId !== null
      ? { ...own, answerId: named(own.answerId) }
      : own;
  });
  await createReviewStore(test.connection).append(log);
  await createSettingsStore(test.connection).save(userId, settingsOf(state.learner));
  const addDecks = (owner: number, offset: number) => {
    test.decks.decks.clear();
    test.decks.cards.clear();
    for (const deck of state.decks.values())
      if (deck.kind === 'deck') {
        const cards = [...state.cards.values()].filter(
          (card) => card.kind === 'card' && card.deckId === deck.deckId,
        );
        test.decks.add(
          owner,
          deck.deckId + offset,
          cards.map(({ cardId }) => cardId + offset),
        );
      }
  };
  addDecks(userId, 0);
  await rebuildLearner(rebuildPortsOn(test))(userId);
  return { userId, addDecks };
}

const noSettings = async (userId: number) => (await call(userId, 'log-head')).body.settings;
const seqOf = async (userId: number) =>
  (await test.rows(userId)).flatMap((row) => (row.kind === 'learner' ? [row.seq] : []))[0] ?? 0;

describe('the log of an archive', () => {
  it.each([11, 12, 13])('gives the same study to the bit under other ids (%i)', async (seed) => {
    const { userId, addDecks } = await aLearnerWithLife(seed);
    const before = shown(await test.rows(userId));
    const { entries, settings } = await archived(userId);
    const [copy, importId] = [freshId(), randomUUID()];
    expect((await restore(copy, importId, entries.map(inAnother))).body).toEqual({ outcome: 'accepted' });
    expect((await check(copy, importId)).body).toEqual({ valid: true });
    addDecks(copy, moved);
    const deckSettings = settings.deckSettings.map((deck) => ({ ...deck, deckId: deck.deckId + moved }));
    const body = { importId, settings: { ...settings, deckSettings }, fit: null };
    expect((await call(copy, 'restored-log/fold', body)).status).toBe(204);
    expect(before.some(({ kind }) => kind === 'card')).toBe(true);
    expect(studyIn(shown(await test.rows(copy)), moved)).toEqual(studyIn(before));
    const again = (await archived(copy)).entries;
    expect(again.map(({ kind, seed: fuzz }) => [kind, fuzz])).toEqual(
      entries.map(({ kind, seed: fuzz }) => [kind, fuzz]),
    );
  });

  it('comes in pieces that can be repeated, before an answer that is given meanwhile', async () => {
    const source = await aLearnerWithDeck(test);
    for (const cardId of source.cardIds) await answer(test, source, cardId);
    const { entries } = await archived(source.userId);
    const [importId, learner] = [randomUUID(), await aLearnerWithDeck(test)];
    const own = entries.map((entry) => ({
      ...entry,
      ...(entry['cardId'] === undefined ? {} : { cardId: first(learner), deckId: learner.deckId }),
    }));
    await restore(learner.userId, importId, own.slice(0, 2), 1, own.length);
    expect((await answer(test, learner, learner.cardIds[1] ?? 0)).status).toBe(201);
    const rest = () => restore(learner.userId, importId, own.slice(1), 2, own.length);
    expect([(await rest()).body.outcome, (await rest()).body.outcome]).toEqual(['accepted', 'accepted']);
    const log = await test.log(learner.userId);
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_entry, at) => at + 1));
    expect(log.length).toBeGreaterThan(own.length);
    const gap = await restore(learner.userId, importId, own.slice(0, 1), own.length + 2, 99);
    expect(gap.body.outcome).toBe('invalid');
  });

  it('is refused by an account that has answers of its own', async () => {
    const learner = await aLearnerWithDeck(test);
    await answer(test, learner, first(learner));
    const { entries } = await archived(learner.userId);
    expect((await restore(learner.userId, randomUUID(), entries)).body.outcome).toBe('occupied');
    expect(await test.log(learner.userId)).toHaveLength(entries.length);
  });

  it('that contradicts itself is removed, and the account can take another one', async () => {
    const [userId, importId] = [freshId(), randomUUID()];
    const finished = {
      id: 'x',
      kind: 'finished',
      recordedAt: '2027-01-01T09:00:00.000Z',
      sessionId: 'never begun',
      finishedAt: '2027-01-01T09:00:00.000Z',
      xp: 10,
    };
    await restore(userId, importId, [finished]);
    expect((await check(userId, importId)).body).toEqual({ valid: false });
    expect([await test.log(userId), await seqOf(userId)]).toEqual([[], 0]);
    const source = await aLearnerWithDeck(test);
    await answer(test, source, first(source));
    const [parameters = finished, one = finished] = (await archived(source.userId)).entries;
    const many = Array.from({ length: 201 }, (_none, at) => ({ ...one, id: `s${at}`, sessionId: `s${at}` }));
    await restore(userId, importId, [parameters, ...many]);
    expect((await check(userId, importId)).body).toEqual({ valid: false });
    const daysOff = { easyDays: Array.from({ length: 7 }, () => 'off') };
    expect((await check(userId, importId, daysOff)).body).toEqual({ valid: false });
  });

  it('earns no more XP than sessions give', async () => {
    const entry = { id: 'x', kind: 'finished', recordedAt: '2027-01-01T09:00:00.000Z', sessionId: 's' };
    const rich = { ...entry, finishedAt: '2027-01-01T09:00:00.000Z', xp: 100_000 };
    expect((await restore(freshId(), randomUUID(), [rich])).status).toBe(400);
  });

  it('twice the same entry is invalid, and nothing of it stays', async () => {
    const source = await aLearnerWithDeck(test);
    await answer(test, source, first(source));
    const { entries } = await archived(source.userId);
    const [userId, importId] = [freshId(), randomUUID()];
    expect((await restore(userId, importId, [...entries, ...entries])).body.outcome).toBe('invalid');
    expect([await test.log(userId), await seqOf(userId)]).toEqual([[], 0]);
  });

  it('leaves with an undo; the answers that were given since stay', async () => {
    const source = await aLearnerWithDeck(test);
    for (const cardId of source.cardIds) await answer(test, source, cardId);
    const { entries } = await archived(source.userId);
    const [importId, learner] = [randomUUID(), await aLearnerWithDeck(test)];
    const own = entries.map((entry) => ({
      ...entry,
      ...(entry['cardId'] === undefined ? {} : { cardId: first(learner), deckId: learner.deckId }),
    }));
    await restore(learner.userId, importId, own);
    await answer(test, learner, learner.cardIds[1] ?? 0);
    await call(learner.userId, 'restored-log/removal', { importId });
    await call(learner.userId, 'restored-log/removal', { importId });
    const kinds = (await test.log(learner.userId)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'reviewed')).toEqual(['reviewed']);
  });

  it('does not outlive an erasure', async () => {
    const source = await aLearnerWithDeck(test);
    for (const cardId of source.cardIds) await answer(test, source, cardId);
    const { entries } = await archived(source.userId);
    const [userId, importId] = [freshId(), randomUUID()];
    await restore(userId, importId, entries.slice(0, 1), 1, entries.length);
    const settings = await noSettings(userId);
    await test.publish([events.userDeleted(userId)]);
    await eventually(async () => {
      if ((await test.log(userId)).length > 0) throw new Error('The log still exists.');
    });
    await restore(userId, importId, entries.slice(1), 2, entries.length);
    await call(userId, 'restored-log/fold', { importId, settings, fit: null });
    expect([await test.log(userId), (await test.rows(userId)).map(({ kind }) => kind)]).toEqual([
      [],
      ['erased'],
    ]);
  });
});
