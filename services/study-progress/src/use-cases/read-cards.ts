import type { Day } from '../domain/calendar/calendar.ts';
import { todayOf, type Standpoint } from '../domain/learner/dashboard.ts';
import { DeckNotFound } from '../domain/errors.ts';
import { memoryTicks, type MemoryTick } from '../domain/deck/memory-ticks.ts';
import { studyOrder, weakestFirst, type QueuedCard } from '../domain/scheduling/queue.ts';
import type { CardRow, DeckRow, LearnerRow } from '../domain/rows.ts';
import { answersIn, secondsPerAnswer } from '../domain/learner/seconds.ts';
import { dueCountOn } from '../domain/scheduling/due-days.ts';
import type { AskDeck } from './find-ownership.ts';

interface Needs {
  findLearner: (userId: number) => Promise<LearnerRow>;
}
interface DeckNeeds {
  findDecks: (userId: number, deckIds: readonly number[]) => Promise<DeckRow[]>;
  askDeck: AskDeck;
}
interface ListNeeds {
  studiedCards: (userId: number, deckId?: number) => Promise<CardRow[]>;
}

/** Cards with what their views need. */
export interface LearnerCards {
  learner: LearnerRow;
  cards: CardRow[];
}

/** Every card that was answered. */
export const listProgress =
  ({ findLearner, studiedCards }: Needs & ListNeeds) =>
  async (userId: number): Promise<LearnerCards> => {
    const [learner, cards] = await Promise.all([findLearner(userId), studiedCards(userId)]);
    return { learner, cards };
  };

/** Refuses decks that are missing or another learner's; one made a moment ago is asked of decks. */
async function requireDeck({ findDecks, askDeck }: DeckNeeds, userId: number, deckId: number) {
  const [deck] = await findDecks(userId, [deckId]);
  if (deck) return;
  const owner = await askDeck(deckId);
  if (owner?.ownerId !== userId) throw new DeckNotFound();
}

/** The cards of one deck that were answered. */
export const listDeckProgress =
  (needs: Needs & ListNeeds & DeckNeeds) =>
  async (deckId: number, userId: number): Promise<LearnerCards> => {
    await requireDeck(needs, userId, deckId);
    const [learner, cards] = await Promise.all([
      needs.findLearner(userId),
      needs.studiedCards(userId, deckId),
    ]);
    return { learner, cards };
  };

export interface QueueWish {
  deckId?: number | undefined;
  minutes?: number | undefined;
  limit: number;
}
export interface StudyQueue {
  items: CardRow[];
  dueCount: number;
  newCount: number;
  minutes: number;
  secondsPerAnswer: number;
}
interface QueueNeeds {
  dueCards: (userId: number, today: Day, deckId?: number) => Promise<QueuedCard[]>;
  newCards: (userId: number, limit: number, deckId?: number) => Promise<QueuedCard[]>;
  findCards: (userId: number, cardIds: readonly number[]) => Promise<CardRow[]>;
  findDecks: DeckNeeds['findDecks'];
}

async function countsOf(needs: QueueNeeds, { learner }: Standpoint, today: Day, deckId: number | undefined) {
  const { due, totals } = learner;
  if (deckId === undefined)
    return { dueCount: dueCountOn(due, today), newCount: totals.cards - totals.studied };
  const [deck] = await needs.findDecks(learner.ownerId, [deckId]);
  return deck
    ? { dueCount: dueCountOn(deck.due, today), newCount: deck.cards - deck.studied }
    : { dueCount: 0, newCount: 0 };
}

const inOrderOf = (ids: readonly number[], cards: readonly CardRow[]): CardRow[] => {
  const byId = new Map(cards.map((card) => [card.cardId, card]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/** What to study next: due cards by lowest predicted recall, then new ones by id. */
export const readStudyQueue =
  (needs: QueueNeeds) =>
  async ({ deckId, minutes, limit }: QueueWish, from: Standpoint): Promise<StudyQueue> => {
    const { ownerId, durations } = from.learner;
    const today = todayOf(from);
    const seconds = secondsPerAnswer(durations);
    const most = minutes === undefined ? limit : Math.min(limit, answersIn(minutes, seconds));
    const due = weakestFirst(await needs.dueCards(ownerId, today, deckId), today).slice(0, most);
    const fresh = due.length < most ? await needs.newCards(ownerId, most - due.length, deckId) : [];
    const ids = [...due, ...fresh].map(({ cardId }) => cardId);
    const items = inOrderOf(ids, await needs.findCards(ownerId, ids));
    return {
      items,
      ...(await countsOf(needs, from, today, deckId)),
      minutes: (items.length * seconds) / 60,
      secondsPerAnswer: seconds,
    };
  };

interface OutlineNeeds {
  outlines: (userId: number, deckIds: readonly number[]) => Promise<QueuedCard[]>;
}

/** Ids of a deck's cards in study order. */
export const readStudyOrder =
  (needs: OutlineNeeds & DeckNeeds) =>
  async (deckId: number, from: Standpoint): Promise<number[]> => {
    const { ownerId } = from.learner;
    await requireDeck(needs, ownerId, deckId);
    return studyOrder(await needs.outlines(ownerId, [deckId]), todayOf(from));
  };

/** The memory ticks of some decks, in their order. */
export const readMemories =
  (needs: OutlineNeeds) =>
  async (deckIds: readonly number[], from: Standpoint): Promise<MemoryTick[][]> => {
    const cards = await needs.outlines(from.learner.ownerId, deckIds);
    const ofDeck = Map.groupBy(cards, ({ deckId }) => deckId);
    return deckIds.map((deckId) => memoryTicks(ofDeck.get(deckId) ?? [], todayOf(from)));
  };
