import type { DocumentNode } from 'graphql';
import { studyOrder } from '@kumbuka/schedule';
import { dayOfDate, todayAt } from '@kumbuka/contracts/study-day';
import { study } from '@kumbuka/contracts/constants';
import type { StoredCard } from './database.ts';
import { newSchedule, scheduleAfter, scheduleAt, type FoldedSchedule, type Learner } from './fold.ts';
import { localIdOf, withServerIds, type Queued, type QueuedAnswer, type QueuedChange } from './queued.ts';
import { keyOf, select, selectionOf, type Entity, type Selection } from './select.ts';

/** What this device knows beyond the server's responses. */
export interface Local {
  userId: string;
  /** What waits to be sent, without what the server has refused. */
  waiting: readonly Queued[];
  ids: ReadonlyMap<string, string>;
  learner: Learner;
  now: Date;
}

interface Operation {
  name: string;
  document: DocumentNode;
  variables: Record<string, unknown>;
}

type Input = Record<string, unknown>;
const idOf = (input: Input) => String(input['id']);
const idsOf = (input: Input) => (Array.isArray(input['ids']) ? input['ids'].map(String) : []);

const deckOf = (id: string, input: Input, { userId }: Local): Entity => ({
  __typename: 'Deck',
  ...input,
  id,
  owner: { __typename: 'User', id: userId },
  version: 1,
  isDefault: false,
  cardCount: 0,
  mastery: null,
  lastStudied: null,
  progress: {
    __typename: 'DeckProgress',
    dueCount: 0,
    newCount: 0,
    learnedCount: 0,
    mastery: null,
    lastStudied: null,
    nextDueAt: null,
    memory: [],
  },
});

const cardOf = (id: string, input: Input): Entity => ({
  __typename: 'Flashcard',
  format: 'PLAIN',
  kind: 'basic',
  ...input,
  id,
  version: 1,
  isFlagged: false,
  isSuspended: false,
  tags: [],
  schedule: newSchedule,
});

/** What waits, by what it changes. */
function indexOf(local: Local) {
  const edits = new Map<string, Input>();
  const deleted = new Set<string>();
  const decks: Entity[] = [];
  const cards: Entity[] = [];
  const answers = new Map<string, QueuedAnswer[]>();
  const undone = new Set<string>();
  const edit = (id: string, changes: Input) => void edits.set(id, { ...edits.get(id), ...changes });
  const take = ({ operation, variables }: QueuedChange) => {
    const { clientId, expectedVersion: _version, ...input } = variables.input;
    switch (operation) {
      case 'CreateDeck':
        return void decks.push(deckOf(localIdOf(String(clientId)), input, local));
      case 'AddFlashcard':
        return void cards.push(cardOf(localIdOf(String(clientId)), input));
      case 'UpdateDeck':
      case 'EditFlashcard':
        return edit(idOf(input), input);
      case 'MarkFlashcards': {
        const { suspended, flagged } = input;
        for (const id of idsOf(input))
          edit(id, {
            ...(suspended === undefined ? {} : { isSuspended: suspended }),
            ...(flagged === undefined ? {} : { isFlagged: flagged }),
          });
        return;
      }
      case 'DeleteDeck':
      case 'DeleteFlashcard':
        return void deleted.add(idOf(input));
      case 'DeleteFlashcards':
        return idsOf(input).forEach((id) => deleted.add(id));
    }
  };
  for (const queued of local.waiting) if (queued.kind === 'undo') undone.add(queued.clientEventId);
  for (const queued of local.waiting) {
    const item = withServerIds(queued, local.ids);
    if (item.kind === 'change') take(item);
    if (item.kind === 'answer' && !item.isPractice && !undone.has(item.clientEventId))
      answers.set(item.flashcardId, [...(answers.get(item.flashcardId) ?? []), item]);
  }
  return { edits, deleted, decks, cards, answers };
}

type Index = ReturnType<typeof indexOf>;

const isWhole = (schedule: unknown): schedule is FoldedSchedule =>
  typeof schedule === 'object' && schedule !== null && 'stabilityDays' in schedule && 'dueOn' in schedule;

/** The schedule of a card with the answers that wait. */
function scheduleOf(id: string, schedule: unknown, { answers }: Index, { learner, now }: Local): unknown {
  if (!isWhole(schedule)) return schedule;
  const given = (answers.get(id) ?? []).filter(
    ({ answeredAt }) => schedule.lastStudiedAt === null || answeredAt > schedule.lastStudiedAt,
  );
  return given.reduce(
    (before, answer) => scheduleAfter(before, answer, learner, now),
    scheduleAt(schedule, learner, now),
  );
}

/** What the learner changed here in a deck or card of a response. */
function edited(entity: Entity, index: Index, local: Local): Entity {
  const id = String(entity['id'] ?? '');
  const own = index.edits.get(id);
  // A deck and a card may have the same id.
  const isOfKind =
    own &&
    ('frontText' in own || 'isFlagged' in own || 'isSuspended' in own) ===
      (entity['__typename'] === 'Flashcard');
  const changed = isOfKind ? { ...entity, ...pick(own, entity) } : entity;
  return entity['__typename'] === 'Flashcard' && 'schedule' in entity
    ? { ...changed, schedule: scheduleOf(id, entity['schedule'], index, local) }
    : changed;
}

const pick = (from: Input, fields: Entity) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => name in fields && name !== 'id'));

interface Connection extends Entity {
  items: Entity[];
  pageInfo: Entity | null;
}

/** A page of a list with what was made here: new decks come first, new cards last. */
function withMade(
  connection: unknown,
  made: readonly Entity[],
  items: Selection | null,
  atEnd: boolean,
): unknown {
  const { items: present, pageInfo } = connection as Connection;
  if (!Array.isArray(present) || made.length === 0 || !items) return connection;
  const known = new Set(present.map(({ id }) => id));
  const added = made.filter(({ id }) => !known.has(id)).map((each) => select(items, each) as Entity);
  const total = pageInfo?.['totalItems'];
  return {
    ...(connection as Connection),
    items: atEnd ? [...present, ...added] : [...added, ...present],
    pageInfo: pageInfo && {
      ...pageInfo,
      ...(typeof total === 'number' ? { totalItems: total + added.length } : {}),
    },
  };
}

const isFiltered = ({ filter, containing, marked }: Record<string, unknown>) =>
  [containing, marked, ...Object.values((filter ?? {}) as Input)].some(
    (each) => each !== undefined && each !== null && each !== '',
  );

/** Returns a response with everything that waits to be sent, so that every screen shows it. */
export function withWaiting(data: unknown, { document, variables }: Operation, local: Local): unknown {
  const index = indexOf(local);
  const isDeleted = (value: unknown) => {
    const { __typename, id } = (value ?? {}) as Entity;
    return (__typename === 'Deck' || __typename === 'Flashcard') && index.deleted.has(String(id));
  };
  const list = (
    entity: Entity,
    name: string,
    args: Record<string, unknown>,
    value: unknown,
    inner: Selection,
  ) => {
    const items = inner.fields.find((field) => field.name.value === 'items');
    const selection = items ? inner.within(items) : null;
    if (isFiltered(args)) return value;
    if (entity['__typename'] === 'Deck' && name === 'flashcards')
      return withMade(
        value,
        index.cards.filter(({ deckId }) => deckId === entity['id']),
        selection,
        true,
      );
    if (entity['__typename'] === 'User' && name === 'decks' && (args['page'] ?? 1) === 1)
      return withMade(value, index.decks, selection, false);
    return value;
  };
  const walk = (value: unknown, selection: Selection | null): unknown => {
    if (Array.isArray(value))
      return value.filter((each) => !isDeleted(each)).map((each) => walk(each, selection));
    if (typeof value !== 'object' || value === null || !selection) return value;
    const entity = edited(value as Entity, index, local);
    const walked: Entity = { ...entity };
    for (const field of selection.fields) {
      const inner = selection.within(field);
      if (!inner || !(keyOf(field) in entity)) continue;
      const child = walk(entity[keyOf(field)], inner);
      walked[keyOf(field)] = child && list(entity, field.name.value, selection.argsOf(field), child, inner);
    }
    if (entity['__typename'] === 'StudyItem')
      walked['schedule'] = scheduleOf(String(entity['flashcardId']), entity['schedule'], index, local);
    return walked['__typename'] === 'Dashboard' || walked['__typename'] === 'LearnerStats'
      ? counted(walked, index)
      : walked;
  };
  return walk(data, selectionOf(document, variables));
}

/** Today's numbers with the answers that wait. */
function counted(numbers: Entity, { answers }: Index): Entity {
  const add = (name: string, by: number) =>
    typeof numbers[name] === 'number' ? { [name]: Math.max(0, numbers[name] + by) } : {};
  return { ...numbers, ...add('dueCount', -answers.size), ...add('completedThisWeek', answers.size) };
}

interface LocalCard {
  id: string;
  deckId: string;
  card: Entity;
  schedule: FoldedSchedule;
}

/** The cards that this device knows, with what waits, without cards of decks that were deleted here. */
function cardsOf(stored: readonly StoredCard[], index: Index, local: Local): LocalCard[] {
  const made = index.cards.map((card) => ({
    id: String(card['id']),
    deckId: String(card['deckId']),
    card,
  }));
  return [...stored, ...made]
    .filter(({ id, deckId }) => !index.deleted.has(id) && !index.deleted.has(deckId))
    .flatMap(({ id, deckId, card }) => {
      const shown = edited({ __typename: 'Flashcard', schedule: null, ...card, id }, index, local);
      const { schedule } = shown;
      return isWhole(schedule) ? [{ id, deckId, card: shown, schedule }] : [];
    });
}

const queued = ({ id, deckId, card, schedule }: LocalCard) => ({
  cardId: Number(id) || Number.MAX_SAFE_INTEGER,
  deckId: Number(deckId) || 0,
  stability: schedule.stabilityDays,
  lastDay: schedule.lastStudyDay === null ? null : dayOfDate(schedule.lastStudyDay),
  dueDay: schedule.dueOn === null ? null : dayOfDate(schedule.dueOn),
  suspended: card['isSuspended'] === true,
  buriedUntil: schedule.buriedUntil === null ? null : dayOfDate(schedule.buriedUntil.slice(0, 10)) + 1,
});

/** Cards in the order in which they are studied. */
function inOrder(cards: readonly LocalCard[], { learner, now }: Local): LocalCard[] {
  const places = new Map(
    studyOrder(cards.map(queued), todayAt(learner, now)).map((id, place) => [id, place]),
  );
  return cards
    .filter((card) => places.has(queued(card).cardId))
    .toSorted((a, b) => (places.get(queued(a).cardId) ?? 0) - (places.get(queued(b).cardId) ?? 0));
}

const deckIn = ({ deckId, card }: LocalCard, decks: ReadonlyMap<string, Entity>): Entity =>
  decks.get(deckId) ?? (card['deck'] as Entity | undefined) ?? { __typename: 'Deck', id: deckId, title: '' };

function studyItem(card: LocalCard, decks: ReadonlyMap<string, Entity>): Entity {
  const { id: flashcardId, deckId, schedule } = card;
  return {
    __typename: 'StudyItem',
    flashcardId,
    deckId,
    deck: deckIn(card, decks),
    flashcard: card.card,
    schedule,
  };
}

const pageOf = (items: readonly Entity[], { page = 1, perPage = items.length || 1 }: Input): Entity => {
  const [number, size] = [Number(page), Number(perPage)];
  return {
    __typename: 'FlashcardPage',
    items: items.slice((number - 1) * size, number * size),
    pageInfo: {
      __typename: 'PageInfo',
      page: number,
      perPage: size,
      totalItems: items.length,
      totalPages: Math.max(1, Math.ceil(items.length / size)),
    },
  };
};

/** Decks that responses have named, by id. */
export type KnownDecks = ReadonlyMap<string, Entity>;

/**
 * Answers a query from what this device knows; null when it does not know enough. Sessions come from the stored cards, and
 * so does a deck that was made here, and with `opensKeptDecks` the page of a deck whose cards are all stored.
 */
export function answerLocally(
  { name, document, variables }: Operation,
  stored: readonly StoredCard[],
  known: KnownDecks,
  local: Local,
  { opensKeptDecks = false } = {},
): unknown {
  const index = indexOf(local);
  const decks = new Map([...known, ...index.decks.map((deck) => [String(deck['id']), deck] as const)]);
  const all = cardsOf(stored, index, local);
  const resolve = (root: Entity) => select(selectionOf(document, variables), root);
  const queueOf = (cards: readonly LocalCard[]): Entity => {
    const ordered = inOrder(cards, local);
    const due = ordered.filter(({ schedule }) => schedule.isDue);
    const fresh = ordered.filter(({ schedule }) => schedule.dueOn === null);
    return {
      __typename: 'StudyQueue',
      dueCount: due.length,
      newCount: fresh.length,
      minutes: (due.length * study.secondsPerAnswer) / 60,
      secondsPerAnswer: study.secondsPerAnswer,
      items: [...due, ...fresh]
        .slice(0, Number(variables['limit'] ?? 100))
        .map((card) => studyItem(card, decks)),
    };
  };
  const viewer = { __typename: 'User', id: local.userId, openSession: null };
  if (name === 'DueSession')
    return all.length === 0 ? null : resolve({ viewer: { ...viewer, studyQueue: queueOf(all) } });
  if (name === 'SessionCards') {
    const byId = new Map(all.map((card) => [card.id, card]));
    const ids = Array.isArray(variables['ids']) ? variables['ids'].map(String) : [];
    const found = ids.flatMap((id) => byId.get(id) ?? []);
    if (found.length === 0) return null;
    return resolve({
      flashcards: found.map((card) => ({ ...card.card, deckId: card.deckId, deck: deckIn(card, decks) })),
    });
  }
  const deckId = String(variables['deckId'] ?? variables['id'] ?? '');
  const deck = decks.get(deckId);
  const cards = all.filter((card) => card.deckId === deckId);
  const isMade = index.decks.some(({ id }) => id === deckId);
  const isKept =
    opensKeptDecks &&
    name === 'DeckDetailScreen' &&
    !isFiltered(variables) &&
    cards.length >= Number(deck?.['cardCount'] ?? Infinity);
  if (!deck || !(isMade || isKept || (name === 'DeckSession' && cards.length > 0))) return null;
  const answeredToday = (card: LocalCard) =>
    card.schedule.lastStudyDay !== null &&
    dayOfDate(card.schedule.lastStudyDay) === todayAt(local.learner, local.now);
  const ordered = inOrder(cards, local);
  return resolve({
    viewer: {
      ...viewer,
      studyQueue: queueOf(cards),
      studyOrder: (variables['withoutToday'] === true
        ? ordered.filter((card) => !answeredToday(card))
        : ordered
      ).map(({ id }) => id),
    },
    deck: {
      ...deck,
      cardCount: cards.length,
      flashcards: (args: Input) =>
        pageOf(
          cards.map(({ card }) => card),
          args,
        ),
    },
  });
}

/** What the screens show of cards and decks by their ids; null for what they do not show. */
export interface Shown {
  card: (id: string) => { version: number; isSuspended: boolean; isFlagged: boolean } | null;
  deck: (id: string) => { version: number } | null;
}

/** What an operation that waits returns to its screen, as if the server had taken it. Versions stay: only the server raises them. */
export function expectedResult(
  { name, document, variables }: Operation,
  before: Entity | null,
  local: Local,
  shown: Shown,
): unknown {
  const input = (variables['input'] ?? {}) as Input;
  const { clientId, ...values } = input;
  const resolve = (root: Entity) => select(selectionOf(document, variables), root);
  switch (name) {
    case 'CreateDeck':
      return resolve({ createDeck: deckOf(localIdOf(String(clientId)), values, local) });
    case 'AddFlashcard':
      return resolve({ addFlashcard: cardOf(localIdOf(String(clientId)), values) });
    case 'UpdateDeck':
      return resolve({
        updateDeck: {
          ...deckOf(idOf(values), values, local),
          ...before,
          ...values,
          ...shown.deck(idOf(values)),
        },
      });
    case 'EditFlashcard':
      return resolve({
        editFlashcard: { ...cardOf(idOf(values), values), ...before, ...values, ...shown.card(idOf(values)) },
      });
    case 'MarkFlashcards': {
      const { suspended, flagged } = values;
      return resolve({
        markFlashcards: idsOf(values).map((id) => ({
          __typename: 'Flashcard',
          id,
          version: 1,
          isSuspended: false,
          isFlagged: false,
          ...shown.card(id),
          ...(suspended === undefined ? {} : { isSuspended: suspended }),
          ...(flagged === undefined ? {} : { isFlagged: flagged }),
        })),
      });
    }
    case 'DeleteFlashcard':
      return resolve({ deleteFlashcard: null });
    case 'DeleteFlashcards':
      return { deleteFlashcards: idsOf(values) };
    case 'DeleteDeck':
      return { deleteDeck: idOf(values) };
    default:
      return null;
  }
}
