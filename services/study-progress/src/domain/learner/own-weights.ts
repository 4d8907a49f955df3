import { dayMs } from '@kumbuka/contracts/study-day';
import { ownWeights, type ChangedEntry, type ChangeUndoneEntry, type WeightsEffect } from '@kumbuka/schedule';
import { changesOf, decideChange } from '../change/change.ts';
import { advance, beginAt, type Advance } from '../advance.ts';
import type { StudyState } from '../study-state.ts';
import { decideWeights, nextVersionOf } from './parameters.ts';

const monthMs = 30 * dayMs;
const weekMs = 7 * dayMs;
/** Fewer entries cannot hold enough reviews, except in long imported histories. */
const leastEntries = 50;

export const hasDoubled = ({ seq }: { seq: number }, latest: { seq: number } | null): boolean =>
  latest === null || seq >= 2 * latest.seq;

/** Whether a learner's weights are fitted now: monthly, and when the log has doubled; weekly while reviews are too few. */
export function isFitDue(
  { seq }: { seq: number },
  latest: { at: Date; seq: number; reviews: number } | null,
  now: Date,
): boolean {
  if (seq < leastEntries) return false;
  if (latest === null || hasDoubled({ seq }, latest)) return true;
  const waitMs = latest.reviews < ownWeights.leastReviews ? weekMs : monthMs;
  return seq > latest.seq && now.getTime() - latest.at.getTime() >= waitMs;
}

/** Gives the learner own weights, as a change that can be undone. */
export function adoptWeights(
  state: StudyState,
  found: { weights: readonly number[]; reviews: number; effect: WeightsEffect },
  { newId, now }: { newId: () => string; now: Date },
): Advance {
  const { learner } = state;
  const weights = { version: nextVersionOf(learner), reviews: found.reviews, ...found.effect };
  const change = decideChange(
    state,
    { subject: 'weights', cards: learner.totals.studied, weights },
    { id: newId(), now },
  );
  const changed = advance(beginAt(state), change, now);
  return advance(changed, decideWeights(changed.state, found.weights, { id: newId(), now }), now);
}

/** Whether the learner went back from the newest own weights. */
export const wentBack = (entries: readonly (ChangedEntry | ChangeUndoneEntry)[]): boolean =>
  (changesOf(entries).find(({ weights }) => weights)?.undoneAt ?? null) !== null;

/** Version of the parameters whose weights apply without a change: of the newest other one that is not undone. */
export const versionWithout = (
  entries: readonly (ChangedEntry | ChangeUndoneEntry)[],
  changeId: string,
): number | null =>
  changesOf(entries).find(({ id, weights, undoneAt }) => weights && id !== changeId && undoneAt === null)
    ?.weights?.version ?? null;
