import type { ReviewEntry } from '@kumbuka/schedule';
import { advance, beginAt, type Advance } from '../../domain/advance.ts';
import {
  decideHistoryImport,
  decideScheduleImport,
  type ImportedCard,
} from '../../domain/card/import-study.ts';
import type { LogEntry } from '../../domain/log-entry.ts';
import { liveCard, putPast, type StudyState } from '../../domain/study-state.ts';
import { historyOf } from '../answer/read-past.ts';
import type { Ports, UnitOfWork } from '../ports.ts';
import { saveAdvance } from '../save-advance.ts';

/** Cards of one deck with their study in another program. */
export interface ImportedStudy {
  deckId: number;
  cards: readonly ImportedCard[];
}

/** Loads the history of cards that were answered here before their schedule arrived. */
async function withPasts(
  { reviews }: UnitOfWork,
  state: StudyState,
  log: ReadonlyMap<number, ReviewEntry[]>,
) {
  let read = state;
  for (const [cardId, entries] of log) {
    if (!liveCard(state, cardId)?.lastStudiedAt) continue;
    const history = await historyOf(reviews, state, cardId, entries);
    read = putPast(read, cardId, { ...history, othersLastStudied: null });
  }
  return read;
}

const add = (work: Advance, entry: LogEntry | null, at: Date): Advance =>
  entry ? advance(work, entry, at) : work;

/**
 * Writes schedules and histories of imported cards into the learner's log, also before the event of these cards arrives.
 * Repeats change nothing. Returns the number of schedules that were new.
 */
export const importStudy =
  (ports: Pick<Ports, 'transact' | 'newId' | 'now'>) =>
  (ownerId: number, { deckId, cards }: ImportedStudy): Promise<number> =>
    ports.transact(ownerId, async (unit) => {
      const cardIds = cards.map(({ cardId }) => cardId);
      const loaded = await unit.studies.load(ownerId, { decks: [deckId], cards: cardIds });
      if (loaded.erased) return 0;
      const entries = await unit.reviews.ofCards(ownerId, cardIds);
      const log = Map.groupBy(entries, (entry) => ('cardId' in entry ? entry.cardId : 0));
      const now = ports.now();
      const writing = () => ({ id: ports.newId(), now });
      let work = beginAt(await withPasts(unit, loaded, log));
      let imported = 0;
      for (const { schedule, history, ...ref } of cards) {
        work = advance(work, { kind: 'card-added', card: { ...ref, ownerId, deckId } }, now);
        const card = { ...ref, schedule, history };
        const logged = log.get(ref.cardId) ?? [];
        const entry = decideScheduleImport(work.state, card, logged, writing());
        imported += entry ? 1 : 0;
        work = add(work, entry, now);
        work = add(work, decideHistoryImport(work.state, card, logged, writing()), now);
      }
      if (work.state !== loaded) await saveAdvance(unit, work, now);
      return imported;
    });
