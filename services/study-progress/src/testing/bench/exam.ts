import {
  createForesight,
  fitOwnWeights,
  foreseeExam,
  newCardsOfDay,
  standardParameters,
  weakestForExam,
  type FitWeights,
  type Habits,
} from '@kumbuka/schedule';
import { createInventedLearner } from './invented-learner.ts';
import { fsrsPolicy, live, type KnownReview } from './study.ts';

/** Days of study before an exam is planned, and days from then to the exam. */
const studiedDays = 60;
const daysToExam = 30;
const unseenCards = 60;
const answersADay = 40;
/** Newest answers from which the correction follows, and reviews after which half of it counts, as in the what-if. */
const answersRead = 1_000;
const assumedReviews = 100;

const logit = (share: number) => Math.log(share / (1 - share));

interface Memory {
  cardId: number;
  stability: number;
  difficulty: number;
  lastDay: number;
}

/** Memory states that follow from a log, and what was said before each review and what came. */
function foldedLog(log: ReadonlyMap<number, KnownReview[]>, weights: readonly number[]) {
  const foresight = createForesight({ ...standardParameters, weights });
  const reviews: { day: number; said: number; was: number }[] = [];
  const memories = [...log].map(([cardId, answers]): Memory => {
    let memory: Memory | null = null;
    for (const { day, rating } of answers) {
      const elapsed: number = memory ? day - memory.lastDay : 0;
      if (memory && elapsed > 0)
        reviews.push({ day, said: foresight.recall(elapsed, memory.stability), was: rating > 1 ? 1 : 0 });
      const next = foresight.next(memory, elapsed, rating);
      memory = { cardId, ...next, lastDay: day };
    }
    if (!memory) throw new Error('A card in a log has an answer.');
    return memory;
  });
  return { foresight, memories, reviews: reviews.toSorted((a, b) => a.day - b.day).slice(-answersRead) };
}

function habitsOf(log: ReadonlyMap<number, KnownReview[]>, weights: readonly number[]): Habits {
  const { reviews } = foldedLog(log, weights);
  const shareOf = (sum: number) => (sum + 0.5) / (reviews.length + 1);
  const said = shareOf(reviews.reduce((sum, review) => sum + review.said, 0));
  const was = shareOf(reviews.reduce((sum, review) => sum + review.was, 0));
  const first = [...log.values()].flatMap(([answer]) => answer ?? []);
  return {
    today: studiedDays,
    newCards: unseenCards,
    usualNewPerDay: 0,
    secondsPerAnswer: 12,
    firstCorrect: (first.filter(({ rating }) => rating > 1).length + 5) / (first.length + 10),
    recallShift: ((logit(was) - logit(said)) * reviews.length) / (reviews.length + assumedReviews),
    deckPercents: new Map(),
    weights,
  };
}

export interface ExamOutcome {
  promised: number;
  /** True mean recall on the day of the exam. */
  truth: number;
}

/** Promise of an exam, and the truth after an invented learner has studied for it as the product says. */
export async function examOutcome(seed: number, fit: FitWeights | null): Promise<ExamOutcome> {
  const learner = createInventedLearner(seed);
  const { log } = await live(learner, fsrsPolicy(0.9, seed), { days: studiedDays, newPerDay: 5 });
  const own = fit && (await fitOwnWeights([...log.values()], standardParameters.weights, fit)).weights;
  const weights = own ?? standardParameters.weights;
  const { foresight, memories } = foldedLog(log, weights);
  const planned = memories.map(({ stability, difficulty, lastDay }) => ({
    deckId: 1,
    stability,
    difficulty,
    elapsedDays: studiedDays - lastDay,
    dueInDays: 0,
  }));
  const plan = { days: daysToExam, answersADay, unseen: unseenCards };
  const promised = foreseeExam(planned, plan, habitsOf(log, weights)).at(-1)?.recall ?? 0;

  const cards = new Map(memories.map((memory) => [memory.cardId, memory]));
  let unseen = unseenCards;
  const answer = (cardId: number, day: number) => {
    const { wasCorrect } = learner.answer(cardId, day);
    const before = cards.get(cardId) ?? null;
    const next = foresight.next(before, before ? day - before.lastDay : 0, wasCorrect ? 3 : 1);
    cards.set(cardId, { cardId, ...next, lastDay: day });
  };
  for (let on = 0; on < daysToExam; on++) {
    const day = studiedDays + on;
    const fresh = Math.min(unseen, answersADay, newCardsOfDay(unseen, daysToExam - on));
    const weakest = weakestForExam([...cards.values()], day, weights).slice(0, answersADay - fresh);
    for (const { cardId } of weakest) answer(cardId, day);
    for (let count = 0; count < fresh; count++) answer(1_000_000 + unseen - count, day);
    unseen -= fresh;
  }
  const recalls = [...cards.keys()].map((cardId) => learner.recall(cardId, studiedDays + daysToExam));
  return { promised, truth: recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length };
}
