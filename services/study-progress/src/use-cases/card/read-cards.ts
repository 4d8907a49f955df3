import {
  activeAnswers,
  dayOfAnswer,
  isShelved,
  newCardsOfDay,
  studyOrder,
  weakestFirst,
  weakestForExam,
} from '@kumbuka/schedule';
import { sampledOf } from '../../domain/deck/memory-sample.ts';
import { newCountOn } from '../../domain/scheduling/card-counts.ts';
import type { Principal } from '@kumbuka/identity';
import type { Card, CardOutline } from '../../domain/card/card.ts';
import { limits } from '@kumbuka/contracts';
import type { Day } from '@kumbuka/contracts/study-day';
import { sumRecent } from '../../domain/learner/recent-days.ts';
import { backlogOn, leftOn } from '../../domain/learner/limits-of-day.ts';
import { memoryTicks, type MemoryTick } from '../../domain/deck/memory-ticks.ts';
import { DeckNotFound } from '../../domain/errors.ts';
import { todayOf, type LearnerNow } from '../../domain/learner/dashboard.ts';
import type { Exam, Learner } from '../../domain/learner/learner.ts';
import { answersIn, secondsPerAnswer } from '../../domain/learner/seconds.ts';
import { dueCountOn } from '../../domain/scheduling/due-days.ts';
import { weightsOf } from '../../domain/learner/parameters.ts';
import type { Ports } from '../ports.ts';
import { findLearner } from '../learner/read-learner.ts';

type ListPorts = Parameters<typeof findLearner>[0] & Pick<Ports, 'cards'>;
type DeckPorts = Pick<Ports, 'decks' | 'ownership'>;

/** Cards and the context that their views need. */
export interface LearnerCards {
  learner: Learner;
  cards: Card[];
}

/** Consumes items from the budget of the caller. */
type Read = (items: number) => Promise<void>;

/** Every answered card. */
export const listProgress =
  (ports: ListPorts) =>
  async (principal: Pick<Principal, 'userId'>, read: Read): Promise<LearnerCards> => {
    const learner = await findLearner(ports)(principal);
    await read(learner.totals.studied);
    return { learner, cards: await ports.cards.findStudied(principal.userId) };
  };

/**
 * Returns the number of answered cards in a deck. Looks up a deck whose event has not arrived yet in decks. Throws
 * `DeckNotFound` for a missing deck and for one of another learner.
 */
async function studiedInDeck({ decks, ownership }: DeckPorts, userId: number, deckId: number) {
  const [deck] = await decks.findMany(userId, [deckId]);
  if (deck) return deck.studied;
  const owner = await ownership.findDeck(deckId);
  if (owner?.ownerId !== userId) throw new DeckNotFound();
  return 0;
}

/** Answered cards of one deck. */
export const listDeckProgress =
  (ports: ListPorts & DeckPorts) =>
  async (deckId: number, principal: Pick<Principal, 'userId'>, read: Read): Promise<LearnerCards> => {
    await read(await studiedInDeck(ports, principal.userId, deckId));
    const [learner, cards] = await Promise.all([
      findLearner(ports)(principal),
      ports.cards.findStudied(principal.userId, deckId),
    ]);
    return { learner, cards };
  };

export interface QueueOptions {
  deckId?: number | undefined;
  minutes?: number | undefined;
  limit: number;
  /** Only decks of the exam. */
  exam?: boolean | undefined;
}
export interface StudyQueue {
  items: Card[];
  dueCount: number;
  newCount: number;
  minutes: number;
  secondsPerAnswer: number;
  /** Due cards beyond the learner's limit of the day. */
  waiting: number;
  /** Day by which they are studied; `null` when that is not foreseeable. */
  clearOn: Day | null;
}
type QueuePorts = Pick<Ports, 'cards' | 'decks' | 'reviews'>;

async function countsOf({ decks }: QueuePorts, from: LearnerNow, deckId: number | undefined) {
  const { due, totals, shelvedNew, ownerId } = from.learner;
  const today = todayOf(from);
  if (deckId === undefined)
    return { dueCount: dueCountOn(due, today), newCount: newCountOn({ ...totals, shelvedNew }, today) };
  const [deck] = await decks.findMany(ownerId, [deckId]);
  return deck
    ? { dueCount: dueCountOn(deck.due, today), newCount: newCountOn(deck, today) }
    : { dueCount: 0, newCount: 0 };
}

const inOrderOf = (ids: readonly number[], cards: readonly Card[]): Card[] => {
  const byId = new Map(cards.map((card) => [card.cardId, card]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/** Due cards in the order that the learner chose. */
function inStudyOrder(cards: CardOutline[], { studyOrder: order }: Learner, today: Day): CardOutline[] {
  const weakest = weakestFirst(cards, today);
  if (order === 'weakest-first') return weakest;
  return [...Map.groupBy(weakest, ({ deckId }) => deckId)]
    .sort(([a], [b]) => a - b)
    .flatMap(([, ofDeck]) => ofDeck);
}

/** New cards that were studied today, by deck. Reads about as many entries as there are answers of today. */
async function newToday({ reviews }: QueuePorts, { ownerId, recent }: Learner, today: Day) {
  const read = 2 * sumRecent(recent, today, today).answers + entriesBeside;
  const entries = await reviews.newestAnswers(ownerId, read);
  const fresh = activeAnswers(entries).filter(
    (answer) => answer.predictedRecall === null && dayOfAnswer(answer) === today,
  );
  return Map.groupBy(fresh, ({ deckId }) => deckId);
}

/** Undone answers of a day and late answers of other days, with some to spare. */
const entriesBeside = 200;

/** New cards that the limits of the learner and of their decks leave for today. */
async function findNewWithin(
  ports: QueuePorts,
  learner: Learner,
  today: Day,
  count: number,
  deckId: number | undefined,
): Promise<CardOutline[]> {
  if (count <= 0) return [];
  const { ownerId } = learner;
  const limited = learner.deckSettings.filter(({ newCardsPerDay }) => newCardsPerDay !== null);
  if (limited.length === 0) return ports.cards.findNew(ownerId, today, count, deckId);
  const studied = await newToday(ports, learner, today);
  const left = new Map(
    limited.map(({ deckId: id, newCardsPerDay }) => [
      id,
      newCardsPerDay ? newCardsPerDay - (studied.get(id)?.length ?? 0) : Infinity,
    ]),
  );
  const found = await ports.cards.findNew(ownerId, today, limits.cardsPerDeck, deckId);
  return [...Map.groupBy(found, (card) => card.deckId)]
    .flatMap(([id, cards]) => cards.slice(0, Math.max(0, left.get(id) ?? Infinity)))
    .sort((a, b) => a.cardId - b.cardId)
    .slice(0, count);
}

/** New cards of the exam's decks that are left for today. */
async function newForExam(
  ports: QueuePorts,
  learner: Learner,
  exam: Exam,
  today: Day,
): Promise<CardOutline[]> {
  const decks = await ports.decks.findMany(learner.ownerId, exam.deckIds);
  const begun = await newToday(ports, learner, today);
  const begunToday = exam.deckIds.reduce((sum, id) => sum + (begun.get(id)?.length ?? 0), 0);
  const unseen = decks.reduce((sum, deck) => sum + newCountOn(deck, today), 0);
  const share = newCardsOfDay(unseen + begunToday, exam.day - today) - begunToday;
  if (share <= 0) return [];
  const found: CardOutline[] = [];
  for (const deckId of exam.deckIds)
    found.push(...(await ports.cards.findNew(learner.ownerId, today, share - found.length, deckId)));
  return found.slice(0, share);
}

/** Cards of the exam's decks within the minutes of its days: new ones, and the weakest of the others. */
async function readExamCards(ports: QueuePorts, from: LearnerNow, exam: Exam): Promise<CardOutline[]> {
  const { learner } = from;
  const today = todayOf(from);
  if (today >= exam.day) return [];
  const outlines = await ports.cards.outlines(learner.ownerId, exam.deckIds);
  const shown = outlines.filter((card) => !isShelved(card, today));
  const fresh = await newForExam(ports, learner, exam, today);
  const done = outlines.filter(({ lastDay }) => lastDay === today).length;
  const room = Math.max(0, answersIn(exam.minutesADay, secondsPerAnswer(learner.durations)) - done);
  const begun = fresh.slice(0, room);
  const studied = shown.filter(({ dueDay }) => dueDay !== null);
  const weakest = weakestForExam(studied, today, weightsOf(learner)).slice(0, room - begun.length);
  return [...weakest, ...begun];
}

/** What is studied for the exam today. */
async function readExamQueue(
  ports: QueuePorts,
  { limit, minutes }: QueueOptions,
  from: LearnerNow,
): Promise<StudyQueue> {
  const { learner } = from;
  const seconds = secondsPerAnswer(learner.durations);
  const cards = learner.exam ? await readExamCards(ports, from, learner.exam) : [];
  const fitting = minutes === undefined ? limit : Math.min(limit, answersIn(minutes, seconds));
  const ids = cards.slice(0, fitting).map(({ cardId }) => cardId);
  const items = inOrderOf(ids, await ports.cards.findMany(learner.ownerId, ids));
  return {
    items,
    dueCount: cards.length,
    newCount: cards.filter(({ dueDay }) => dueDay === null).length,
    minutes: (items.length * seconds) / 60,
    secondsPerAnswer: seconds,
    ...backlogOn(learner, todayOf(from)),
  };
}

/** Cards to study next: due cards in the learner's order, then new ones by id, within the limits of the day. */
export const readStudyQueue =
  (ports: QueuePorts) =>
  async (options: QueueOptions, from: LearnerNow): Promise<StudyQueue> => {
    if (options.exam) return readExamQueue(ports, options, from);
    const { deckId, minutes, limit } = options;
    const { ownerId, durations } = from.learner;
    const today = todayOf(from);
    const seconds = secondsPerAnswer(durations);
    const left = leftOn(from.learner, today);
    const fitting = minutes === undefined ? limit : Math.min(limit, answersIn(minutes, seconds));
    const maxCards = Math.min(fitting, left.cards);
    const candidates = await ports.cards.findDue(ownerId, today, deckId);
    const shown = candidates.filter((card) => !isShelved(card, today));
    const due = inStudyOrder(shown, from.learner, today).slice(0, maxCards);
    const room = Math.min(maxCards - due.length, left.fresh);
    const fresh = await findNewWithin(ports, from.learner, today, room, deckId);
    const ids = [...due, ...fresh].map(({ cardId }) => cardId);
    const items = inOrderOf(ids, await ports.cards.findMany(ownerId, ids));
    return {
      items,
      ...(await countsOf(ports, from, deckId)),
      minutes: (items.length * seconds) / 60,
      secondsPerAnswer: seconds,
      ...backlogOn(from.learner, today),
    };
  };

export interface OrderOptions {
  deckId: number;
  /** Leaves out cards that were answered on this study day. */
  withoutToday?: boolean | undefined;
}

/** Ids of a deck's cards in study order. */
export const readStudyOrder =
  (ports: Pick<Ports, 'cards'> & DeckPorts) =>
  async ({ deckId, withoutToday = false }: OrderOptions, from: LearnerNow): Promise<number[]> => {
    const { ownerId } = from.learner;
    const today = todayOf(from);
    await studiedInDeck(ports, ownerId, deckId);
    const cards = await ports.cards.outlines(ownerId, [deckId]);
    return studyOrder(withoutToday ? cards.filter(({ lastDay }) => lastDay !== today) : cards, today);
  };

/** Memory ticks of decks without a stored sample, such as rows written before samples existed. */
export const readMemories =
  ({ cards }: Pick<Ports, 'cards'>) =>
  async (deckIds: readonly number[], from: LearnerNow): Promise<MemoryTick[][]> => {
    const outlines = await cards.outlines(from.learner.ownerId, deckIds);
    const ofDeck = Map.groupBy(outlines, ({ deckId }) => deckId);
    const weights = weightsOf(from.learner);
    return deckIds.map((deckId) =>
      memoryTicks((ofDeck.get(deckId) ?? []).map(sampledOf), todayOf(from), weights),
    );
  };
