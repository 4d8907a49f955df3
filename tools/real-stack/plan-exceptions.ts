import type { CostlyPlan } from '@kumbuka/real-mongo/plans';

interface PlanException {
  /** Beginning of a shape. */
  shape: string;
  reason: string;
}

/** Queries that may read a whole collection or sort in memory. */
const planExceptions: readonly PlanException[] = [
  {
    shape: 'kumbuka_admin.name_pages find {',
    reason: "The operators' index is read whole, in pages of hundreds of users, when a process starts.",
  },
  { shape: 'kumbuka_admin.seen_pages find {}', reason: 'As name_pages.' },
  {
    shape: 'kumbuka_auth.revocations find {_id:{$gt:?},until:{$gt:?}} sort {_id:1}',
    reason: 'The first read of a new gateway takes all revocations that still matter, found by their end.',
  },
  {
    shape: 'kumbuka_study_progress.reviews find {userId:?,cardId:{$in:?}} sort {seq:1}',
    reason: 'Answers to the few cards of one request, found by learner and card.',
  },
  {
    shape: 'kumbuka_study_progress.reviews find {userId:?,clientEventId:{$in:?}} sort {seq:1}',
    reason: 'Answers of one request, found by their names.',
  },
  {
    shape: 'kumbuka_decks.flashcards aggregate $match {deckId:?}, $group',
    reason: 'Only a test counts the cards of a deck without its owner.',
  },
];

const isExcused = ({ shape }: CostlyPlan): boolean =>
  planExceptions.some((exception) => shape.startsWith(exception.shape));

/** Plans without an exception. */
export const unexcused = (plans: readonly CostlyPlan[]): CostlyPlan[] =>
  plans.filter((plan) => !isExcused(plan));
