import { builtInNoteTypes, writeArchive, type CollectionNote } from '@kumbuka/card-files';
import { internalHeaders, type StudyLogEntry } from '@kumbuka/contracts';
import { testInternalKey } from '@kumbuka/testing';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { someFields } from '../testing/builders.ts';
import { startImportTest, studySettings, type ImportTest } from '../testing/import-suite.ts';

let test: ImportTest;
beforeAll(async () => {
  test = await startImportTest();
});
afterAll(() => test.stop());

let lastLearner = 400;
const newLearner = () => ++lastLearner;

async function makeDeck(as: number, title: string, more: object = {}) {
  const body = { ...someFields({ title }), ...more };
  const deckId: number = (await test.rest('POST', '/decks', { as, body })).body.id;
  const document = `mutation ($input: CreateNoteInput!) { createNote(input: $input) { cards { id } } }`;
  const input = { deckId, kind: 'basic-reversed', fields: ['mji', 'town'], format: 'PLAIN', tags: ['a'] };
  const { data } = await test.graphql(document, { input }, { as });
  const cards = data.createNote.cards as { id: string }[];
  return { deckId, cardIds: cards.map(({ id }) => Number(id)) };
}

const answered = (cardId: number, deckId: number, more: object = {}): StudyLogEntry => ({
  kind: 'reviewed',
  id: `answer-${cardId}`,
  recordedAt: '2026-01-02T09:00:00.000Z',
  answeredAt: '2026-01-02T09:00:00.000Z',
  cardId,
  deckId,
  durationMs: 2_000,
  offsetMinutes: 180,
  dayStartHour: 4,
  rating: 3,
  sessionId: 's1',
  implicitSession: false,
  sessionDeckId: deckId,
  parameterVersion: 2,
  predictedRecall: null,
  seed: cardId,
  ...more,
});
const parameters = {
  version: 2,
  rule: 2 as const,
  model: 'fsrs-6' as const,
  weights: Array.from({ length: 21 }, () => 1),
  desiredRetention: 0.9,
  longestInterval: 365,
};
const parametersChanged: StudyLogEntry = {
  kind: 'parameters-changed',
  id: 'p',
  recordedAt: '2026-01-02T08:00:00.000Z',
  parameters,
};

async function requestArchive(as: number, of = test) {
  const headers = {
    authorization: `Bearer ${await of.auth.tokenOf(as)}`,
    [internalHeaders.key]: testInternalKey,
  };
  return of.running.app.inject({ method: 'GET', url: '/export?format=json', headers });
}
async function archiveOf(as: number): Promise<Buffer> {
  const response = await requestArchive(as);
  expect(response.statusCode).toBe(200);
  return response.rawPayload;
}

async function bring(archive: Uint8Array, as: number) {
  const id = await test.upload(archive, 'Kumbuka.zip', as);
  const ready = await test.until(id, 'READY', as);
  if (ready.state === 'FAILED') return { id, ready, done: ready };
  await test.send('startImport', { id }, as);
  return { id, ready, done: await test.until(id, 'DONE', as) };
}

const decksAndCards = `query { viewer { decks(perPage: 50) { items { id title description category frontLanguage
  flashcards(perPage: 50) { items { id frontText backText kind } } } } } }`;
// oxlint-disable-next-line typescript/no-explicit-any -- responses have the shape of the query
const contentsOf = async (as: number): Promise<any[]> =>
  (await test.graphql(decksAndCards, {}, { as })).data.viewer.decks.items;

/** An archive that nobody exported, with one card of the id 7 in the deck 3. */
async function forged(log: readonly StudyLogEntry[], more: Partial<CollectionNote> = {}) {
  const note: CollectionNote = {
    guid: 'g1',
    type: builtInNoteTypes.basic.id,
    kind: 'basic',
    format: 'plain',
    fields: ['q', 'a'],
    tags: [],
    cards: [{ id: 7, number: 1, deck: 'Geo', front: 'q', back: 'a', suspended: false, flag: 0 }],
    ...more,
  };
  const one = async function* <Item>(item: Item) {
    yield item;
  };
  const stream = await writeArchive({
    noteTypes: [builtInNoteTypes.basic],
    notes: one([note]),
    media: (async function* () {})(),
    zone: 'UTC',
    dayStartHour: 4,
    at: new Date('2026-02-01T00:00:00Z'),
    account: { decks: [{ id: 3, path: 'Geo', ...someFields({ title: 'Geo' }) }] },
    archive: {
      study: { settings: studySettings, fit: null, entries: one(log) },
      payments: one([{ id: 'forged', amountCents: 1 }]),
    },
  });
  return buffer(stream);
}

describe('the archive of an account', () => {
  it('gives an empty account decks, cards, log and settings under its own ids', async () => {
    const [owner, copy] = [newLearner(), newLearner()];
    const one = await makeDeck(owner, 'Miji', { front_language: 'sw' });
    const two = await makeDeck(owner, 'Nchi');
    const gone = 999_999;
    const entries = [
      parametersChanged,
      ...[...one.cardIds, ...two.cardIds].map((id) =>
        answered(id, one.cardIds.includes(id) ? one.deckId : two.deckId),
      ),
      answered(gone, two.deckId),
      {
        kind: 'undone' as const,
        id: 'u',
        recordedAt: '2026-01-02T09:01:00.000Z',
        cardId: gone,
        deckId: two.deckId,
        undoes: `answer-${gone}`,
      },
    ];
    const deckSettings = [{ deckId: two.deckId, rememberPercent: 95, newCardsPerDay: null }];
    const exam = {
      day: 20_601,
      deckIds: [two.deckId, gone],
      minutesADay: 30,
      plannedOn: 20_600,
      cards: 2,
      promise: [0.5, 0.6],
    };
    test.studies.archives.logs.set(owner, { entries, settings: { ...studySettings, deckSettings, exam } });
    const { id, ready, done } = await bring(await archiveOf(owner), copy);
    expect([ready.restores, ready.archivedAnswers, done.state]).toEqual(['EVERYTHING', 5, 'DONE']);
    const [before, after] = [await contentsOf(owner), await contentsOf(copy)];
    const named = (decks: typeof after) =>
      decks
        .map(({ id: _id, flashcards, ...deck }) => ({
          ...deck,
          cards: flashcards.items.map(({ id: _card, ...card }: { id: string }) => card),
        }))
        .sort((a, b) => (a.title < b.title ? -1 : 1));
    expect(named(after)).toEqual(named(before));
    const restored = test.studies.archives.restored.get(copy);
    const [miji, nchi] = ['Miji', 'Nchi'].map((title) => after.find((deck) => deck.title === title));
    const cardsIn = (deck: typeof miji) =>
      deck.flashcards.items.map((card: { id: string }) => Number(card.id)).sort();
    const reviewed = restored?.entries.flatMap((entry) => (entry.kind === 'reviewed' ? [entry] : [])) ?? [];
    expect(
      reviewed
        .slice(0, 2)
        .map(({ cardId }) => cardId)
        .sort(),
    ).toEqual(cardsIn(miji));
    expect(
      reviewed.slice(2, 4).map(({ cardId, deckId, sessionDeckId }) => [cardId, deckId, sessionDeckId]),
    ).toEqual(reviewed.slice(2, 4).map(({ cardId }) => [cardId, Number(nchi.id), Number(nchi.id)]));
    expect(reviewed.map(({ seed }) => seed)).toEqual([...one.cardIds, ...two.cardIds, gone]);
    const [lost, undone] = [reviewed[4], restored?.entries.at(-1)];
    expect(undone).toMatchObject({ kind: 'undone', cardId: lost?.cardId, deckId: lost?.deckId });
    const living = [...cardsIn(miji), ...cardsIn(nchi), gone];
    expect(living).not.toContain(lost?.cardId);
    expect(restored?.fold).toEqual({
      importId: id,
      fit: null,
      settings: {
        ...studySettings,
        deckSettings: [{ ...deckSettings[0], deckId: Number(nchi.id) }],
        exam: { ...exam, deckIds: [Number(nchi.id)] },
      },
    });
    expect([...test.studies.cards.keys()]).toEqual([]);
    await test.send('undoImport', { id }, copy);
    await test.until(id, 'UNDONE', copy);
    expect([await contentsOf(copy), test.studies.archives.restored.get(copy)?.isRemoved]).toEqual([[], true]);
  });

  it('adds only its cards to an account that has a deck, and says so', async () => {
    const learner = newLearner();
    await makeDeck(learner, 'Mine');
    const archive = await forged([parametersChanged, answered(7, 3)]);
    const { ready, done } = await bring(archive, learner);
    expect([ready.restores, done.state, done.addedCards]).toEqual(['CARDS', 'DONE', 1]);
    expect(test.studies.archives.restored.has(learner)).toBe(false);
  });

  it('adds only its cards to an account that has answers', async () => {
    const learner = newLearner();
    const own = [parametersChanged, answered(1, 1)];
    test.studies.archives.logs.set(learner, { entries: own, settings: studySettings });
    const { ready } = await bring(await forged([parametersChanged, answered(7, 3)]), learner);
    expect(ready.restores).toBe('CARDS');
  });

  it.each([
    [
      'an answer of tomorrow',
      'history-from-future',
      [answered(7, 3, { answeredAt: '2999-01-01T00:00:00.000Z' })],
    ],
    [
      'a session that earned too much',
      'damaged',
      [
        {
          kind: 'finished',
          id: 'f',
          recordedAt: '2026-01-02T09:00:00.000Z',
          finishedAt: '2026-01-02T09:00:00.000Z',
          sessionId: 's',
          xp: 5_000,
        },
      ],
    ],
    [
      'a card answered from its last answer to its first one, whose fold would take hours',
      'too-large',
      Array.from({ length: 6_400 }, (_, index) =>
        answered(7, 3, {
          id: `a${index}`,
          answeredAt: new Date(Date.UTC(2026, 0, 2) - index * 60_000).toISOString(),
        }),
      ),
    ],
    ['an entry of another learner', 'damaged', [answered(7, 3, { userId: 1 })]],
    [
      'weights without a number',
      'damaged',
      [{ ...parametersChanged, parameters: { ...parameters, weights: [] } }],
    ],
    [
      'columns of different lengths',
      'damaged',
      [
        {
          kind: 'history-imported',
          id: 'h',
          recordedAt: '2026-01-02T09:00:00.000Z',
          cardId: 7,
          deckId: 3,
          times: [1],
          ratings: [],
          intervals: [],
          lastIntervals: [],
          durations: [],
          factors: [],
          kinds: [],
        },
      ],
    ],
  ] as [string, string, StudyLogEntry[]][])('with %s is refused as %s', async (_what, failure, entries) => {
    const learner = newLearner();
    const { done } = await bring(await forged(entries), learner);
    expect([done.state, done.failure, await contentsOf(learner)]).toEqual(['FAILED', failure, []]);
  });

  it('whose log cannot be folded adds nothing', async () => {
    const learner = newLearner();
    test.studies.archives.setValid(false);
    const { done } = await bring(await forged([parametersChanged, answered(7, 3)]), learner);
    test.studies.archives.setValid(true);
    expect([done.state, done.failure, await contentsOf(learner)]).toEqual(['FAILED', 'history-invalid', []]);
  });

  it('with ids of other cards reaches none of them', async () => {
    const [victim, attacker] = [newLearner(), newLearner()];
    const theirs = await makeDeck(victim, 'Theirs');
    const [target = 0] = theirs.cardIds;
    const { done } = await bring(
      await forged([parametersChanged, answered(target, theirs.deckId)]),
      attacker,
    );
    expect(done.state).toBe('DONE');
    const sent = test.studies.archives.restored.get(attacker)?.entries ?? [];
    expect(
      JSON.stringify(sent.map((entry) => ('cardId' in entry ? [entry.cardId, entry.deckId] : []))),
    ).not.toMatch(new RegExp(`\\b(${theirs.cardIds.join('|')}|${theirs.deckId})\\b`));
  });
});

describe('an account beyond the limits of archives', () => {
  const small = { cards: 2, logEntries: 2, textBytes: 10_000, bytes: 100_000 };
  let limited: ImportTest;
  beforeAll(async () => {
    limited = await startImportTest({ overrides: { archiveLimits: small } });
  });
  afterAll(() => limited.stop());

  async function addDeck(as: number) {
    const deck = await limited.rest('POST', '/decks', { as, body: someFields({ title: 'Miji' }) });
    const cards = ['a', 'b', 'c'].map((front_text) => ({
      deck_id: deck.body.id,
      front_text,
      back_text: 'x',
    }));
    return async (count: number) => {
      for (const body of cards.slice(0, count)) await limited.rest('POST', '/flashcards', { as, body });
    };
  }

  it('with as many cards and answers as an archive holds gets one', async () => {
    const learner = newLearner();
    await (
      await addDeck(learner)
    )(2);
    const entries = [parametersChanged, answered(1, 1)];
    limited.studies.archives.logs.set(learner, { entries, settings: studySettings });
    expect((await requestArchive(learner, limited)).statusCode).toBe(200);
  });

  it('with one card more gets a sentence instead of an archive that could not be read again', async () => {
    const learner = newLearner();
    await (
      await addDeck(learner)
    )(3);
    const refused = await requestArchive(learner, limited);
    expect([refused.statusCode, refused.json().error]).toEqual([
      409,
      'Your account is too large for one archive. Export its decks one by one.',
    ]);
  });

  it('with one answer more gets the sentence too, and can export again', async () => {
    const learner = newLearner();
    await (
      await addDeck(learner)
    )(1);
    const entries = [parametersChanged, answered(1, 1), answered(2, 1)];
    limited.studies.archives.logs.set(learner, { entries, settings: studySettings });
    expect((await requestArchive(learner, limited)).statusCode).toBe(409);
    limited.studies.archives.logs.set(learner, { entries: entries.slice(1), settings: studySettings });
    expect((await requestArchive(learner, limited)).statusCode).toBe(200);
  });
});
