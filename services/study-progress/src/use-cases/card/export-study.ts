import { maxImportedReviews } from '@kumbuka/contracts';
import {
  exportedStudy,
  isOfCard,
  newCardStudy,
  parameterSets,
  type ExportedStudy,
  type ImportedHistory,
} from '@kumbuka/schedule';
import { versionsIn } from '../../domain/past/past-study.ts';
import type { Ports } from '../ports.ts';

/** Reviews after which a response ends: a card may have thousands. */
const reviewsPerResponse = 20_000;

/** Study of the first requested cards; cards without any are left out. */
export interface StudyOfCards {
  cards: (ExportedStudy & { cardId: number })[];
  /** Number of requested cards that were read. */
  read: number;
}

/** The newest reviews within the limit. */
function newest(history: ImportedHistory | null): ImportedHistory | null {
  if (!history || history.times.length <= maxImportedReviews) return history;
  const last = (numbers: readonly number[]) => numbers.slice(-maxImportedReviews);
  return {
    times: last(history.times),
    ratings: last(history.ratings),
    intervals: last(history.intervals),
    lastIntervals: last(history.lastIntervals),
    durations: last(history.durations),
    factors: last(history.factors),
    kinds: last(history.kinds),
  };
}

/** Schedules and histories of cards, for an export. Reads the first cards only when their histories are long. */
export const exportStudy =
  ({ cards, reviews }: Pick<Ports, 'cards' | 'reviews'>) =>
  async (ownerId: number, cardIds: readonly number[]): Promise<StudyOfCards> => {
    const [rows, entries] = await Promise.all([
      cards.findMany(ownerId, cardIds),
      reviews.ofCards(ownerId, cardIds),
    ]);
    const versions = versionsIn(entries);
    const sets = parameterSets(versions.length === 0 ? [] : await reviews.parameters(ownerId, versions));
    const byId = new Map(rows.map((card) => [card.cardId, card]));
    const logs = Map.groupBy(entries, (entry) => ('cardId' in entry ? entry.cardId : 0));
    const found: StudyOfCards = { cards: [], read: 0 };
    let length = 0;
    for (const cardId of cardIds) {
      const log = (logs.get(cardId) ?? []).filter((entry) => isOfCard(entry, cardId));
      const { schedule, history } = exportedStudy(byId.get(cardId) ?? newCardStudy, log, sets);
      if (schedule ?? history) found.cards.push({ cardId, schedule, history: newest(history) });
      found.read += 1;
      length += history?.times.length ?? 0;
      if (length >= reviewsPerResponse) break;
    }
    return found;
  };
