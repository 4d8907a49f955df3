import type { CostlyPlan } from '../mongo/plans.ts';

interface PlanException {
  /** Beginning of a shape. */
  shape: string;
  reason: string;
}

const rebuilt = [
  'admin.directory',
  'admin.directory_totals',
  'ai.plans',
  'billing.usage',
  'decks.deck_columns',
  'study_progress.projections',
];

/** Queries that may read a whole collection or many documents for few results, or sort in memory. */
const planExceptions: readonly PlanException[] = [
  {
    shape: 'kumbuka_admin.name_pages find {',
    reason: "The operators' index is read whole, in pages of hundreds of users, when a process starts.",
  },
  { shape: 'kumbuka_admin.seen_pages find {}', reason: 'As name_pages.' },
  ...rebuilt.map((name) => ({
    shape: `kumbuka_${name}_rebuilt remove {}`,
    reason: 'A rebuild empties its scratch collection.',
  })),
  ...['kumbuka_ai.learners find {$or:[{paidUntil:', 'kumbuka_billing.learners find {_id:{$gt:?},usage:'].map(
    (shape) => ({
      shape,
      reason: 'Reads all learners by their ids when plans and prompts are published again, in pages.',
    }),
  ),
  ...['find {ownerId:?', 'aggregate $match {ownerId:?'].map((query) => ({
    shape: `kumbuka_decks.decks ${query}`,
    reason: 'A learner has at most 1,000 decks, and filters apply along the index of the order.',
  })),
  ...['find {action:?,by:?', 'aggregate $match {action:?,by:?'].map((query) => ({
    shape: `kumbuka_admin.audit ${query}`,
    reason: 'Operators combine filters of the log; the index of one of them is read.',
  })),
  { shape: 'kumbuka_billing.payments find {ownerId:?', reason: 'A learner has few payments.' },
  {
    shape: 'kumbuka_decks.outbox find {key:?} sort {_id:1}',
    reason: 'A test reads the events of a learner on the connection of its service.',
  },
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
];

const isExcused = ({ shape }: CostlyPlan): boolean =>
  planExceptions.some((exception) => shape.startsWith(exception.shape));

/** Plans without an exception. */
export const unexcused = (plans: readonly CostlyPlan[]): CostlyPlan[] =>
  plans.filter((plan) => !isExcused(plan));
