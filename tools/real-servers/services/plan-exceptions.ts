import type { CostlyPlan } from '../mongo/plans.ts';

interface PlanException {
  /** Whole query shape, without values. */
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

/** Filters of a learner's list of decks, of which a request has any, in the order of the service. */
const deckFilters = ['titleKey:?', 'subject:{$in:?}', 'category:{$in:?}', 'difficulty:?'];
const deckOrders = [
  'createdAt:1',
  'titleKey:1',
  'lastStudied:-1',
  'difficulty:1',
  'recentAt:-1',
  'dueRank:-1',
];
const deckCountingIndexes = ['subject:1', 'category:1', 'titleKey:1,_id:1', 'difficulty:1,_id:1'];

const subsetsOf = (filters: readonly string[]): string[][] =>
  filters.reduce<string[][]>((sets, filter) => [...sets, ...sets.map((set) => [...set, filter])], [[]]);

const deckShapes = subsetsOf(deckFilters).flatMap((filters) => {
  const filter = ['ownerId:?', ...filters].join();
  return [
    ...deckOrders.map(
      (order) => `kumbuka_decks.decks find {${filter}} sort {${order},_id:1} hint {ownerId:1,${order},_id:1}`,
    ),
    ...deckCountingIndexes.map(
      (index) => `kumbuka_decks.decks aggregate $match {${filter}}, $group hint {ownerId:1,${index}}`,
    ),
  ];
});

const latestFirst = 'sort {createdAt:-1,_id:-1}';
const paymentShapes = [
  '{ownerId:?,apiRef:?}',
  '{ownerId:?,checkoutId:?}',
  '{ownerId:?,invoiceId:?}',
  '{ownerId:?,requests:?}',
  `{ownerId:?,state:{$in:?}} ${latestFirst}`,
  `{ownerId:?,method:?,createdAt:{$gte:?}} ${latestFirst} hint {ownerId:1,createdAt:-1,_id:-1}`,
].map((query) => `kumbuka_billing.payments find ${query}`);

const excuse = (reason: string, shapes: readonly string[]): PlanException[] =>
  shapes.map((shape) => ({ shape, reason }));

/** Queries that may read a whole collection or many documents for few results, or sort in memory. */
const planExceptions: readonly PlanException[] = [
  ...excuse("A process reads the operators' index completely at its start, in pages of hundreds of users.", [
    'kumbuka_admin.name_pages find {}',
    'kumbuka_admin.seen_pages find {}',
  ]),
  ...excuse(
    'A rebuild empties its scratch collection.',
    rebuilt.map((name) => `kumbuka_${name}_rebuilt remove {}`),
  ),
  ...excuse('Republishing plans and prompts reads all learners by their ids, in pages.', [
    'kumbuka_ai.learners find {$or:[{paidUntil:{$ne:?}},{expiredAt:{$ne:?}}],_id:{$gt:?}} sort {_id:1}',
    'kumbuka_billing.learners find {_id:{$gt:?},usage:{$ne:?}} sort {_id:1}',
  ]),
  ...excuse('A learner has at most 1,000 decks, and the index of the order serves the filters.', deckShapes),
  ...excuse('A learner has at most 1,000 decks.', [
    'kumbuka_study_progress.projections find {kind:?,ownerId:?,deckId:{$gte:?},studied:{$gt:?}}',
  ]),
  ...excuse('Operators combine filters of the audit log, of which one uses an index.', [
    'kumbuka_admin.audit find {action:?,by:?} sort {_id:-1}',
    'kumbuka_admin.audit aggregate $match {action:?,by:?}, $group',
  ]),
  ...excuse('Few deletions run at the same time.', [
    'kumbuka_admin.deletions find {requestedBy:?,dryRun:?,state:?} sort {requestedAt:-1}',
  ]),
  ...excuse('A learner has few payments.', paymentShapes),
  ...excuse('Cards that are added again are compared with the at most 10,000 cards of their deck.', [
    'kumbuka_decks.flashcards find {ownerId:?,deckId:?,front:{$in:?}} hint {ownerId:1,deckId:1,createdAt:1,_id:1}',
  ]),
  ...excuse('A test uses the connection of its service to read the events of a learner.', [
    'kumbuka_decks.outbox find {key:?} sort {_id:1}',
  ]),
  ...excuse('The first poll of a new gateway reads all unexpired revocations, by their end.', [
    'kumbuka_auth.revocations find {_id:{$gt:?},until:{$gt:?}} sort {_id:1} hint {until:1}',
  ]),
  ...excuse('The newest restored entry is among the last of the log, which is read from its end.', [
    'kumbuka_study_progress.reviews find {userId:?,_id:{$gt:?,$lt:?}} sort {seq:-1} hint {userId:1,seq:1}',
  ]),
  ...excuse('Operators look at the failed ones among the imports of 30 days.', [
    'kumbuka_decks.imports find {state:?} sort {createdAt:-1}',
  ]),
  ...excuse('The room that pictures take is found by reading all formatted cards of a learner.', [
    'kumbuka_decks.flashcards find {ownerId:?,format:?}',
  ]),
  ...excuse('Cards that keep slipping are few of the studied cards of a learner, which the index finds.', [
    'kumbuka_study_progress.projections find {kind:?,ownerId:?,dueDay:{$gte:?},lapses:{$gte:?}} sort {lapses:-1,cardId:1} hint {ownerId:1,kind:1,dueDay:1,cardId:1}',
  ]),
  ...excuse('Finds answers to the few cards of one request by learner and card, or by their ids.', [
    'kumbuka_study_progress.reviews find {userId:?,cardId:{$in:?}} sort {seq:1}',
    'kumbuka_study_progress.reviews find {userId:?,clientEventId:{$in:?}} sort {seq:1}',
  ]),
];

const excusedShapes = new Set(planExceptions.map(({ shape }) => shape));

/** Returns the plans without an exception. */
export const unexcused = (plans: readonly CostlyPlan[]): CostlyPlan[] =>
  plans.filter(({ shape }) => !excusedShapes.has(shape));
