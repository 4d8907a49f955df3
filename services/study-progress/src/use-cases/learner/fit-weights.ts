import { createReviewCollector, ownWeights } from '@kumbuka/schedule';
import { dayOf, offsetMinutesAt } from '@kumbuka/contracts/study-day';
import { todayOf } from '../../domain/learner/dashboard.ts';
import type { Learner } from '../../domain/learner/learner.ts';
import { adoptWeights, hasDoubled, wentBack } from '../../domain/learner/own-weights.ts';
import { weightsOf } from '../../domain/learner/parameters.ts';
import type { FitAttempt, FitTask, Ports } from '../ports.ts';
import { saveAdvance } from '../save-advance.ts';

type FitPorts = Pick<
  Ports,
  'fits' | 'fitter' | 'learners' | 'reviews' | 'cards' | 'transact' | 'now' | 'newId'
>;

/** Newest entries of the log that are read. */
const entriesRead = 200_000;
const pageSize = 1_000;
/** Newest changes among which own weights are looked for. */
const changesRead = 20;
/** Cards on which the effect of new weights is computed. */
const cardsForeseen = 8_000;

/** Reviews of each card, from the newest part of the log. */
async function readHistory({ reviews }: FitPorts, learner: Learner): Promise<FitTask['history']> {
  const { ownerId, seq, timezone, dayStartHour } = learner;
  const collector = createReviewCollector((time) => {
    const at = new Date(time);
    return dayOf(at, offsetMinutesAt(timezone, at), dayStartHour);
  });
  let after = Math.max(0, seq - entriesRead);
  while (after < seq) {
    const page = await reviews.after(ownerId, after, pageSize);
    collector.add(page);
    after = page.at(-1)?.seq ?? seq;
  }
  return collector.cards().map((card) => ({
    days: card.map(({ day }) => day),
    ratings: card.map(({ rating }) => rating),
  }));
}

async function taskFor(ports: FitPorts, learner: Learner): Promise<FitTask> {
  const today = todayOf({ learner, now: ports.now() });
  const history = await readHistory(ports, learner);
  const { cards, total } = await ports.cards.findMemories(learner.ownerId, cardsForeseen);
  return {
    history,
    present: weightsOf(learner),
    total,
    cards: cards.map(({ deckId, stability, difficulty, lastDay, dueDay }) => ({
      deckId,
      stability,
      difficulty,
      elapsedDays: today - lastDay,
      dueInDays: dueDay - today,
    })),
    rememberPercent: learner.rememberPercent,
    longestInterval: learner.longestInterval,
  };
}

/** Writes the new weights, unless the account was deleted or other weights came meanwhile. */
const adopt = (
  ports: FitPorts,
  { ownerId, parameters }: Learner,
  found: Parameters<typeof adoptWeights>[1],
): Promise<void> =>
  ports.transact(ownerId, async (unit) => {
    const state = await unit.studies.load(ownerId, {});
    const isSame = weightsOf(state.learner).join() === weightsOf({ parameters }).join();
    if (state.erased || !isSame) return;
    const now = ports.now();
    await saveAdvance(unit, adoptWeights(state, found, { newId: ports.newId, now }), now);
  });

/**
 * Fits a learner's weights to all reviews and adopts them when they are better. A failed attempt counts, so that it is not
 * repeated at once. A learner who went back gets no others until the log has doubled.
 */
export const fitWeights =
  (ports: FitPorts) =>
  async (ownerId: number, latest: FitAttempt | null, isOver: () => boolean): Promise<void> => {
    const { fits, learners, fitter, now } = ports;
    if (!(await fits.claim(ownerId, latest, now()))) return;
    const learner = await learners.find(ownerId);
    // Deleted since it was listed: the deletion may have passed this row already.
    if (learner.seq === 0) return fits.erase(ownerId);
    const attempt: FitAttempt = {
      ownerId,
      at: now(),
      seq: learner.seq,
      reviews: ownWeights.leastReviews,
    };
    if (latest && !hasDoubled(learner, latest) && wentBack(await ports.reviews.changes(ownerId, changesRead)))
      return fits.finish({ ...latest, at: now() });
    try {
      const { reviews, weights, effect } = await fitter(await taskFor(ports, learner), isOver);
      if (weights && effect) await adopt(ports, learner, { weights, reviews, effect });
      attempt.reviews = reviews;
    } finally {
      await fits.finish(attempt);
    }
  };
