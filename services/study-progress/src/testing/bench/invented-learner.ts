import { seededRandom } from '@kumbuka/testing/servers';

/** Learner whose memory is known. A card has a fast and a slow trace, which is not the model of FSRS. */
export interface InventedLearner {
  /** True probability of recall. `day` is a whole study day. */
  recall(card: number, day: number): number;
  studiesOn(day: number): boolean;
  /** Draws an answer and updates the memory. `truth` includes the mood of the day, which nothing predicts. */
  answer(card: number, day: number): { wasCorrect: boolean; truth: number };
}

interface Traces {
  /** Days in which the slow trace falls to a third. */
  slowDays: number;
  /** Share of the slow trace. */
  share: number;
  lastDay: number;
}

const logit = (share: number) => Math.log(share / (1 - share));
const logistic = (value: number) => 1 / (1 + Math.exp(-value));
const within = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value));

export function createInventedLearner(seed: number): InventedLearner {
  const random = seededRandom(seed * 7_919 + 13);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  const ability = Math.exp(0.5 * normal());
  const growth = 0.8 + 1.2 * random.next();
  const afterMistake = 0.3 + 0.5 * random.next();
  const fastDays = 0.5 + 2 * random.next();
  const moodDeviation = 0.1 + 0.25 * random.next();
  const presence = 0.82 + 0.17 * random.next();
  const ceiling = 0.95 + 0.04 * random.next();
  const cards = new Map<number, Traces>();
  const moods = new Map<number, number>();

  const moodOn = (day: number): number => {
    const known = moods.get(day) ?? moodDeviation * normal();
    moods.set(day, known);
    return known;
  };
  const begun = (day: number): Traces => {
    const isKnown = random.chance(0.15);
    return {
      slowDays: ability * Math.exp(0.7 * normal()) * (isKnown ? 240 : 70),
      share: isKnown ? 0.95 : 0.7 + 0.2 * random.next(),
      lastDay: isKnown ? day - 30 : day,
    };
  };
  const recallOf = ({ slowDays, share, lastDay }: Traces, day: number): number => {
    const elapsed = Math.max(0, day - lastDay);
    const left = share * Math.exp(-elapsed / (1.4 * slowDays)) + (1 - share) * Math.exp(-elapsed / fastDays);
    return within(0.01, ceiling * left, 0.99);
  };

  return {
    recall(card, day) {
      const traces = cards.get(card);
      return traces ? recallOf(traces, day) : 0.05;
    },
    studiesOn: () => random.chance(presence),
    answer(card, day) {
      const before = cards.get(card);
      const traces = before ?? begun(day);
      const expected = before || traces.lastDay < day ? recallOf(traces, day) : 0.05;
      const truth = logistic(logit(expected) + moodOn(day));
      const wasCorrect = random.chance(truth);
      const factor = wasCorrect ? 1 + growth * (0.3 + (1 - expected)) : afterMistake;
      cards.set(card, {
        slowDays: before ? within(0.5, traces.slowDays * factor, 3_000) : traces.slowDays,
        share: wasCorrect ? traces.share + 0.5 * (1 - traces.share) : Math.max(0.3, traces.share * 0.9),
        lastDay: day,
      });
      return { wasCorrect, truth };
    },
  };
}
