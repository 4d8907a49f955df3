import { dayStart, type Day } from '@kumbuka/contracts/study-day';
import { isScheduled, parameterSets, type ReviewEntry } from '@kumbuka/schedule';
import {
  cardsIn,
  studyBefore,
  versionBefore,
  versionsIn,
  weightsOfSet,
} from '../../domain/past/past-study.ts';
import type { LearnerNow } from '../../domain/learner/dashboard.ts';
import { weightsOf } from '../../domain/learner/parameters.ts';
import type { Ports, StudiedMemory } from '../ports.ts';

/** Entries that are read back; a busy learner writes fewer in three months. */
const entriesRead = 20_000;
/** Cards in one response. */
const memoriesShown = 8_000;
const cardsAtOnce = 500;

/** Study as it was when a day began. */
export interface PastStudy {
  cards: StudiedMemory[];
  /** Studied cards, listed or not. */
  total: number;
  /** New cards of then beyond those of now, among the cards that exist. */
  newSince: number;
  weights: readonly number[];
  /** Entries that were written since. */
  since: ReviewEntry[];
}

type PastPorts = Pick<Ports, 'cards' | 'reviews'>;

const isWhole = (memory: Record<keyof StudiedMemory, number | null>): memory is StudiedMemory =>
  Object.values(memory).every((value) => value !== null);

/** Memories of some cards before an instant, from their logs, and how many more of them were new. */
async function memoriesBefore(
  { cards, reviews }: PastPorts,
  userId: number,
  cardIds: readonly number[],
  instant: Date,
) {
  const memories: StudiedMemory[] = [];
  let fresh = 0;
  for (let from = 0; from < cardIds.length; from += cardsAtOnce) {
    const ids = cardIds.slice(from, from + cardsAtOnce);
    const entries = await reviews.ofCards(userId, ids);
    const sets = parameterSets(await reviews.parameters(userId, versionsIn(entries)));
    const present = new Map((await cards.findMany(userId, ids)).map((card) => [card.cardId, card]));
    const logs = Map.groupBy(entries, (entry) => ('cardId' in entry ? entry.cardId : 0));
    for (const cardId of ids) {
      const log = logs.get(cardId) ?? [];
      const { stability, difficulty, lastDay, dueDay } = studyBefore(log, cardId, instant, sets);
      const [first] = log;
      const now = present.get(cardId);
      const deckId = now?.deckId ?? (first && 'deckId' in first ? first.deckId : 0);
      const memory = { cardId, deckId, stability, difficulty, lastDay, dueDay };
      if (isWhole(memory)) memories.push(memory);
      if (now) fresh += Number(isScheduled(now)) - Number(dueDay !== null);
    }
  }
  return { memories, fresh };
}

/** Study of a learner at the beginning of an earlier day; `null` when that is too long ago. */
export async function readPastStudy(ports: PastPorts, from: LearnerNow, day: Day): Promise<PastStudy | null> {
  const { learner } = from;
  const { ownerId } = learner;
  const instant = dayStart(learner, day);
  const since = await ports.reviews.since(ownerId, instant, entriesRead);
  if (!since) return null;
  const touched = cardsIn(since);
  const [present, past] = [
    await ports.cards.findMemories(ownerId, memoriesShown),
    await memoriesBefore(ports, ownerId, touched, instant),
  ];
  const isTouched = new Set(touched);
  const kept = present.cards.filter(({ cardId }) => !isTouched.has(cardId));
  const cards = [...kept, ...past.memories].slice(0, memoriesShown);
  const version = versionBefore(since);
  const sets = version === null ? [] : await ports.reviews.parameters(ownerId, [version]);
  return {
    cards,
    total: Math.max(
      cards.length,
      present.total - (present.cards.length - kept.length) + past.memories.length,
    ),
    newSince: past.fresh,
    weights: version === null ? weightsOf(learner) : weightsOfSet(parameterSets(sets), version),
    since,
  };
}
