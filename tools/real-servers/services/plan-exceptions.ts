import type { CostlyPlan } from '../mongo/plans.ts';

interface PlanException {
  /** Prefix of a query shape. */
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
    reason: "A process reads the operators' index completely at its start, in pages of hundreds of users.",
  },
  { shape: 'kumbuka_admin.seen_pages find {}', reason: 'As name_pages.' },
  ...rebuilt.map((name) => ({
    shape: `kumbuka_${name}_rebuilt remove {}`,
    reason: 'A rebuild empties its scratch collection.',
  })),
  ...['kumbuka_ai.learners find {$or:[{paidUntil:', 'kumbuka_billing.learners find {_id:{$gt:?},usage:'].map(
    (shape) => ({
      shape,
      reason: 'Republishing plans and prompts reads all learners by their ids, in pages.',
    }),
  ),
  ...['find {ownerId:?', 'aggregate $match {ownerId:?'].map((query) => ({
    shape: `kumbuka_decks.decks ${query}`,
    reason: 'A learner has at most 1,000 decks, and the index of the order serves the filters.',
  })),
  ...['find {action:?,by:?', 'aggregate $match {action:?,by:?'].map((query) => ({
    shape: `kumbuka_admin.audit ${query}`,
    reason: 'Operators combine filters of the audit log, of which one uses an index.',
  })),
  {
    shape: 'kumbuka_admin.deletions find {requestedBy:?,dryRun:?,state:?} sort {requestedAt:-1}',
    reason: 'Few deletions run at the same time.',
  },
  { shape: 'kumbuka_billing.payments find {ownerId:?', reason: 'A learner has few payments.' },
  {
    shape: 'kumbuka_decks.flashcards find {ownerId:?,deckId:?,front:{$in:?}}',
    reason: 'Cards that are added again are compared with the at most 10,000 cards of their deck.',
  },
  {
    shape: 'kumbuka_decks.outbox find {key:?} sort {_id:1}',
    reason: 'A test uses the connection of its service to read the events of a learner.',
  },
  {
    shape: 'kumbuka_auth.revocations find {_id:{$gt:?},until:{$gt:?}} sort {_id:1}',
    reason: 'The first poll of a new gateway reads all unexpired revocations, by their end.',
  },
  {
    shape: 'kumbuka_study_progress.reviews find {userId:?,cardId:{$in:?}} sort {seq:1}',
    reason: 'Finds answers to the few cards of one request by learner and card.',
  },
  {
    shape: 'kumbuka_study_progress.reviews find {userId:?,clientEventId:{$in:?}} sort {seq:1}',
    reason: 'Finds answers of one request by their ids.',
  },
];

const isExcused = ({ shape }: CostlyPlan): boolean =>
  planExceptions.some((exception) => shape.startsWith(exception.shape));

/** Returns the plans without an exception. */
export const unexcused = (plans: readonly CostlyPlan[]): CostlyPlan[] =>
  plans.filter((plan) => !isExcused(plan));
