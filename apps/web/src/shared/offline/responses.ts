import { pinnedDecks } from './pins.ts';
import { openDatabase, type Database, type StoredCard, type StoredResponse } from './database.ts';

/** All that is read on this device, of all its learners. */
const maxBytes = 50_000_000;
/** What is older is not shown any more. The one rule for the age of stored data. */
const maxAgeMs = 30 * 86_400_000;
/** Bytes of a stored card without its texts. */
const cardBytes = 400;

type Entity = Record<string, unknown>;

const isObject = (value: unknown): value is Entity =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Calls back with every object of a response, the outer ones first. */
export function visit(
  value: unknown,
  see: (entity: Entity, parents: readonly Entity[]) => void,
  parents: readonly Entity[] = [],
) {
  if (Array.isArray(value)) return value.forEach((each) => visit(each, see, parents));
  if (!isObject(value)) return;
  see(value, parents);
  for (const each of Object.values(value)) visit(each, see, [...parents, value]);
}

interface SeenCard {
  id: string;
  deckId: string;
  card: Entity;
}

/** Cards of a response that can be studied from it: those with both sides, a schedule and a known deck. */
function cardsIn(data: unknown): SeenCard[] {
  const cards: SeenCard[] = [];
  visit(data, (entity, parents) => {
    if (entity['__typename'] !== 'Flashcard' || typeof entity['backText'] !== 'string') return;
    const item = parents.at(-1);
    const schedule =
      entity['schedule'] ?? (item?.['__typename'] === 'StudyItem' ? item['schedule'] : undefined);
    const deck = parents.findLast(({ __typename }) => __typename === 'Deck');
    const deckId = entity['deckId'] ?? item?.['deckId'] ?? deck?.['id'];
    const id = entity['id'];
    if (typeof id !== 'string' || typeof deckId !== 'string') return;
    const { deck: _deck, ...card } = entity;
    cards.push({
      id,
      deckId,
      card: { ...card, ...(isWhole(schedule) ? { schedule } : { schedule: undefined }) },
    });
  });
  return cards;
}

/** Whether a schedule has what the next day follows from, and not only a part of it. */
const isWhole = (schedule: unknown): boolean =>
  isObject(schedule) && 'dueAt' in schedule && 'stabilityDays' in schedule;

const merged = (before: Entity | undefined, { schedule, ...card }: Entity): Entity => ({
  ...before,
  ...card,
  ...(isWhole(schedule) ? { schedule } : {}),
});

export const keyOfQuery = (operation: string, variables: unknown): string =>
  `${operation} ${JSON.stringify(variables ?? {})}`;

const isFull = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError';

async function put(database: Database, response: StoredResponse, cards: readonly SeenCard[]) {
  const { userId, storedAt } = response;
  const transaction = database.transaction(['responses', 'cards'], 'readwrite');
  const store = transaction.objectStore('cards');
  const work = async () => {
    await transaction.objectStore('responses').put(response);
    for (const { id, deckId, card } of cards) {
      const before = await store.get([userId, id]);
      await store.put({ userId, id, deckId, card: merged(before?.card, card), storedAt });
    }
  };
  await Promise.all([work(), transaction.done]);
}

/** Tells responses and cards of the decks that their learners keep on this device. */
function readPins() {
  const pins = new Map<string, readonly string[]>();
  const pinsOf = (userId: string) => {
    const pinned = pins.get(userId) ?? pinnedDecks(userId);
    pins.set(userId, pinned);
    return pinned;
  };
  return {
    hasResponse: ({ userId, key }: { userId: string; key: string }) =>
      pinsOf(userId).some((id) => key.startsWith(`KeptDeck {"id":"${id}"`)),
    hasCard: ({ userId, deckId }: { userId: string; deckId: string }) => pinsOf(userId).includes(deckId),
  };
}

/**
 * Deletes what is too old, then what was not used for the longest time, until the rest fits. Decks that their learner
 * keeps come before everything else.
 */
export async function prune(now: number, limit = maxBytes): Promise<void> {
  const database = await openDatabase();
  if (!database) return;
  const [responses, cards] = await Promise.all([database.getAll('responses'), database.getAll('cards')]);
  const pins = readPins();
  const sizeOf = ({ card }: StoredCard) => cardBytes + JSON.stringify(card).length;
  const rows = [
    ...responses.map(({ userId, key, bytes, storedAt, usedAt }) => ({
      delete: () => database.delete('responses', [userId, key]),
      bytes,
      storedAt,
      usedAt: pins.hasResponse({ userId, key }) ? Infinity : usedAt,
    })),
    ...cards.map((row) => ({
      delete: () => database.delete('cards', [row.userId, row.id]),
      bytes: sizeOf(row),
      storedAt: row.storedAt,
      usedAt: pins.hasCard(row) ? Infinity : row.storedAt,
    })),
  ].toSorted((a, b) => (a.usedAt === b.usedAt ? 0 : b.usedAt - a.usedAt));
  let bytes = 0;
  for (const row of rows) {
    bytes += row.bytes;
    if (bytes > limit || now - row.storedAt > maxAgeMs) await row.delete();
  }
}

/** Stores a response and its cards. A full storage loses what was read longest ago, never what waits to be sent. */
export async function storeResponse(userId: string, key: string, data: unknown, now: number): Promise<void> {
  const database = await openDatabase();
  if (!database) return;
  const bytes = JSON.stringify(data).length;
  const response = { userId, key, data, bytes, storedAt: now, usedAt: now };
  try {
    await put(database, response, cardsIn(data));
  } catch (error) {
    if (!isFull(error)) throw error;
    await prune(now, maxBytes / 4);
    await put(database, response, cardsIn(data)).catch(() => {});
  }
}

/** When a response was stored, by the server's clock; null for one that is not here. */
export async function storedAtOf(userId: string, key: string): Promise<number | null> {
  const database = await openDatabase();
  return (await database?.get('responses', [userId, key]))?.storedAt ?? null;
}

/** The last response to a query, unless it is too old. */
export async function storedResponse(userId: string, key: string, now: number): Promise<unknown> {
  const database = await openDatabase();
  const row = await database?.get('responses', [userId, key]);
  if (!database || !row || now - row.storedAt > maxAgeMs) return null;
  void database.put('responses', { ...row, usedAt: now }).catch(() => {});
  return row.data;
}

interface Answered {
  clientEventId: string;
  flashcardId: string;
}

/** Cards of the answers that this page has sent, for an undo, which names only the answer. */
const answeredCards = new Map<string, string>();

interface CardChange {
  id: string;
  card: Entity;
}

/** What a write has changed in cards: their fields, and their schedules after answers and undos. */
function changedCards(input: Entity, data: Entity): CardChange[] {
  const changes: CardChange[] = [];
  visit(data, (entity) => {
    if (entity['__typename'] === 'Flashcard' && typeof entity['id'] === 'string')
      changes.push({ id: entity['id'], card: entity });
  });
  const add = (id: string | undefined, schedule: unknown) => {
    if (id !== undefined && isWhole(schedule)) changes.push({ id, card: { schedule } });
  };
  for (const { clientEventId, flashcardId } of (input['answers'] ?? []) as Answered[])
    answeredCards.set(clientEventId, flashcardId);
  const { recordAnswers, undoAnswer } = data as {
    recordAnswers?: { results: { clientEventId: string; schedule: unknown }[] };
    undoAnswer?: { schedule: unknown };
  };
  for (const { clientEventId, schedule } of recordAnswers?.results ?? [])
    add(answeredCards.get(clientEventId), schedule);
  if (undoAnswer) add(answeredCards.get(String(input['clientEventId'])), undoAnswer.schedule);
  return changes;
}

/** Ids of cards that a write has deleted; a deletion of one returns its deck. */
function deletedCards(input: Entity, data: Entity): string[] {
  if ('deleteFlashcard' in data) return [String(input['id'])];
  const { deleteFlashcards } = data;
  return Array.isArray(deleteFlashcards) ? deleteFlashcards.map(String) : [];
}

/** Changes the stored cards as a write has changed the server's, so that a session without a network begins with them. */
export async function storeWrite(userId: string, input: Entity, data: Entity, now: number): Promise<void> {
  const changes = changedCards(input, data);
  const deleted = deletedCards(input, data);
  const isDeckGone = 'deleteDeck' in data;
  if (changes.length + deleted.length === 0 && !isDeckGone) return;
  const database = await openDatabase();
  if (!database) return;
  const transaction = database.transaction('cards', 'readwrite');
  const { store } = transaction;
  const work = async () => {
    for (const { id, card } of changes) {
      const row = await store.get([userId, id]);
      const { deck: _deck, ...fields } = card;
      if (row) await store.put({ ...row, card: merged(row.card, fields), storedAt: now });
    }
    const ofDeck = isDeckGone ? await store.index('deck').getAllKeys([userId, String(input['id'])]) : [];
    for (const id of deleted) await store.delete([userId, id]);
    for (const key of ofDeck) await store.delete(key);
  };
  await Promise.all([work(), transaction.done]);
}

/** Cards of a learner that this device knows, of one deck or of all. */
export async function storedCards(userId: string, deckId?: string): Promise<StoredCard[]> {
  const database = await openDatabase();
  if (!database) return [];
  return deckId === undefined
    ? database.getAllFromIndex('cards', 'userId', userId)
    : database.getAllFromIndex('cards', 'deck', [userId, deckId]);
}
