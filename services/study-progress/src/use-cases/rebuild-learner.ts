import { conclude, beginAt } from '../domain/advance.ts';
import type { Settings } from '../domain/learner/learner.ts';
import { settingsOf } from '../domain/learner/settings.ts';
import { rebuild } from '../domain/rebuild.ts';
import type { ReviewEntry } from '../domain/review-log.ts';
import type { StudyState } from '../domain/study-state.ts';
import { takeOver } from '../domain/take-over.ts';
import type { Ports } from './ports.ts';

export interface Rebuilt {
  entries: number;
  rows: number;
  /** Rows that differed from what the log says. */
  corrected: number;
  /** Rows that the log knows nothing of. */
  removed: number;
}

const nothing: Rebuilt = { entries: 0, rows: 0, corrected: 0, removed: 0 };

/** Everything of the log; of the present state only versions and the facts of decks and cards are taken over. */
function rebuildFrom(present: StudyState, settings: Settings, log: readonly ReviewEntry[]): StudyState {
  const context = {
    ownerId: present.ownerId,
    settings,
    decks: [...present.decks.values()],
    cards: [...present.cards.values()],
  };
  return takeOver(rebuild(context, log), present);
}

/** Makes every projection of a learner again from the review log and corrects the rows that differ. */
export const rebuildLearner =
  ({ transact, now }: Pick<Ports, 'transact' | 'now'>) =>
  (userId: number): Promise<Rebuilt> =>
    transact(userId, async ({ studies, reviews, settings, record }) => {
      const [present, log] = [await studies.loadAll(userId), await reviews.all(userId)];
      if (present.erased) return nothing;
      // What was set before settings had a place of their own stands in the learner's row only.
      const set = (await settings.find(userId)) ?? settingsOf(present.learner);
      const { state, events } = conclude(
        { ...beginAt(present), state: rebuildFrom(present, set, log) },
        now(),
      );
      const replaced = await studies.replaceAll(present, state);
      record(events);
      return { entries: log.length, ...replaced };
    });
