import { parseInput } from '@kumbuka/contracts';
import { dateOf } from '@kumbuka/contracts/study-day';
import { createFields, isPrincipal, requirePrincipal, type Idempotency } from '@kumbuka/service-kit';
import { memoryTicks } from '../domain/deck/memory-ticks.ts';
import { weightsOf } from '../domain/learner/parameters.ts';
import { dashboardOf, forecastDays, statsOf, todayOf } from '../domain/learner/dashboard.ts';
import { resumable, type OpenSession } from '../domain/session/session.ts';
import type { UseCases } from '../use-cases/use-cases.ts';
import { learnerNowOf, type GraphQLContext } from './context.ts';
import type {
  DashboardResolvers,
  DeckProgressResolvers,
  DeckResolvers,
  ExamResolvers,
  FlashcardResolvers,
  MutationResolvers,
  QueryResolvers,
  Resolvers,
  StatisticsResolvers,
  StudySessionResolvers,
  UserResolvers,
} from './generated/types.ts';
import * as inputs from './inputs.ts';
import { clearLoaders } from './loaders.ts';
import { recordSubmitted } from './record-submitted.ts';
import {
  calibrationView,
  changeView,
  deckMasteryView,
  deckProgressView,
  logEntryView,
  memoryTableView,
  pastDayView,
  reference,
  reminderView,
  replanningView,
  scheduleView,
  sessionView,
  slippingCardView,
  statsView,
  studyItemView,
  type DeckProgressView,
  type StudySessionView,
} from './views.ts';

const fieldsOf = (idempotency: Idempotency) =>
  createFields<GraphQLContext>({ idempotency, afterChange: ({ loaders }) => clearLoaders(loaders) });
type Fields = ReturnType<typeof fieldsOf>;

const idOf = (parent: { id: string }): number => parseInput(inputs.oneId, parent).id;

const queries: QueryResolvers<GraphQLContext> = {
  viewer: (_parent, _arguments, context) => reference(requirePrincipal(context).userId),
};

const mutations = (useCases: UseCases, { change }: Fields): MutationResolvers<GraphQLContext> => ({
  recordAnswers: change(inputs.recordAnswersArguments, ({ input }, principal, { now }) =>
    recordSubmitted(useCases, input.answers, principal, now),
  ),
  undoAnswer: change(inputs.undoArguments, async ({ input }, principal, { now }) => {
    const { card, learner } = await useCases.undoAnswer(input.clientEventId, principal);
    return {
      flashcard: reference(card.cardId),
      schedule: scheduleView(card, { learner, now }),
      stats: statsView(statsOf({ learner, now })),
    };
  }),
  buryFlashcard: change(
    inputs.buryArguments,
    async ({ input: { flashcardId: cardId, ...rest } }, principal) => {
      await useCases.buryCard({ cardId, ...rest }, principal);
      return reference(cardId);
    },
  ),
  resetFlashcard: change(
    inputs.resetArguments,
    async ({ input: { flashcardId: cardId, ...rest } }, principal) => {
      await useCases.resetCard({ cardId, ...rest }, principal);
      return reference(cardId);
    },
  ),
  finishSession: change(inputs.finishArguments, async ({ input }, principal) =>
    sessionView(await useCases.finishSession(input.sessionId, principal)),
  ),
  updateStudySettings: change(inputs.settingsArguments, async ({ input }, principal, { now }) =>
    statsView(statsOf({ learner: await useCases.updateStudySettings(input, principal), now })),
  ),
  updateDeckStudySettings: change(inputs.deckSettingsArguments, async ({ input }, principal) => {
    await useCases.updateDeckSettings(input, principal);
    return reference(input.deckId);
  }),
  setReminder: change(inputs.reminderArguments, async ({ input }, principal) =>
    reminderView(await useCases.setReminder(input, principal)),
  ),
  replanCards: change(inputs.noArguments, async (_arguments, principal) => {
    const replanned = await useCases.replanCards(principal);
    return replanned && changeView(replanned);
  }),
  undoSession: change(inputs.finishArguments, async ({ input }, principal) =>
    changeView(await useCases.undoSession(input.sessionId, principal)),
  ),
  undoStudyChange: change(inputs.undoChangeArguments, async ({ input }, principal) =>
    changeView(await useCases.undoChange(input.changeId, principal)),
  ),
});

/** Sessions of existing decks and across decks. A session of a deleted deck stays open, for its XP, but has no cards left. */
async function sessionsOfDecks(sessions: readonly OpenSession[], { loaders }: GraphQLContext) {
  const isLive = await Promise.all(
    sessions.map(async ({ deckId }) => deckId === null || (await loaders.decks.load(deckId)) !== null),
  );
  return sessions.filter((_session, index) => isLive[index]);
}

const user = (useCases: UseCases, { own }: Fields): UserResolvers<GraphQLContext> => ({
  __resolveReference: (parent, context) => (isPrincipal(parent, context) ? { id: parent.id } : null),
  stats: async (_user, _parent, context) => statsView(statsOf(await learnerNowOf(context))),
  reminder: own(inputs.noArguments, async (_arguments, principal) =>
    reminderView(await useCases.readReminder(principal)),
  ),
  dashboard: async (_user, _parent, context) => dashboardOf(await learnerNowOf(context)),
  studyQueue: own(inputs.queueArguments, async (options, _principal, context) => {
    const from = await learnerNowOf(context);
    const { items, clearOn, ...counts } = await useCases.readStudyQueue(options, from);
    return {
      ...counts,
      clearOn: clearOn === null ? null : dateOf(clearOn),
      items: items.map((card) => studyItemView(card, from)),
    };
  }),
  studyOrder: own(inputs.orderArguments, async (options, _principal, context) =>
    (await useCases.readStudyOrder(options, await learnerNowOf(context))).map(String),
  ),
  openSession: async (_user, _parent, context) => {
    const { learner, now } = await learnerNowOf(context);
    const session = resumable(await sessionsOfDecks(learner.sessions, context), now);
    return session && sessionView(session);
  },
  recentSessions: own(inputs.noArguments, async (_arguments, { userId }) =>
    (await useCases.readRecentSessions(userId)).map(sessionView),
  ),
  studySession: own(inputs.sessionArguments, async ({ id }, _principal, context) => {
    const session = await useCases.readSession(id, (await learnerNowOf(context)).learner);
    return session && sessionView(session);
  }),
  reviewDays: own(inputs.reviewDaysArguments, async ({ days }, _principal, context) =>
    useCases.readReviewDays(days, await learnerNowOf(context)),
  ),
  statistics: own(inputs.statisticsArguments, async ({ days }, _principal, context) =>
    useCases.readStatistics(days, await learnerNowOf(context)),
  ),
  calibration: own(inputs.noArguments, async (_arguments, _principal, context) => {
    const calibration = await useCases.readCalibration((await learnerNowOf(context)).learner);
    return calibration && calibrationView(calibration);
  }),
  reviewLog: own(inputs.reviewLogArguments, async (page, principal) =>
    (await useCases.readReviewLog(page, principal)).map(logEntryView),
  ),
  slippingCards: own(inputs.noArguments, async (_arguments, _principal, context) =>
    (await useCases.readSlipping(await learnerNowOf(context))).map(slippingCardView),
  ),
  replanning: own(inputs.noArguments, async (_arguments, _principal, context) =>
    replanningView(await useCases.readReplanning(await learnerNowOf(context))),
  ),
  studyChanges: own(inputs.changesArguments, async ({ limit }, principal) =>
    (await useCases.listChanges(limit, principal)).map(changeView),
  ),
  memoryTable: own(inputs.memoryTableArguments, async ({ daysAgo }, _principal, context) => {
    const from = await learnerNowOf(context);
    const table = await useCases.readMemoryTable(from, daysAgo);
    return table && memoryTableView(table, from);
  }),
  pastDay: own(inputs.pastDayArguments, async ({ date }, _principal, context) => {
    const past = await useCases.readPastDay(date, await learnerNowOf(context));
    return past && pastDayView(past);
  }),
  forecast: own(inputs.forecastArguments, async ({ days }, _principal, context) =>
    forecastDays(await learnerNowOf(context), days),
  ),
});

/** Number of due decks on the dashboard. */
const dueDecksShown = 6;
const dueDecksOf = (context: GraphQLContext) =>
  context.loaders.dueDecks.load(requirePrincipal(context).userId);

const dashboard: DashboardResolvers<GraphQLContext> = {
  dueDecks: async (_dashboard, _parent, context) =>
    (await dueDecksOf(context)).slice(0, dueDecksShown).map(({ deckId, dueCount }) => ({
      deckId: String(deckId),
      deck: reference(deckId),
      dueCount,
    })),
  dueDeckCount: async (_dashboard, _parent, context) => (await dueDecksOf(context)).length,
};

const statistics = (useCases: UseCases, { own }: Fields): StatisticsResolvers<GraphQLContext> => ({
  decks: own(inputs.noArguments, async (_parent, { userId }) =>
    (await useCases.readStudiedDecks(userId)).map(deckMasteryView),
  ),
});

const deck: DeckResolvers<GraphQLContext> = {
  __resolveReference: ({ id }) => ({ id }),
  progress: async (parent, _arguments, context) => {
    const deckId = idOf(parent);
    const [found, from] = await Promise.all([context.loaders.decks.load(deckId), learnerNowOf(context)]);
    return deckProgressView(deckId, found, from);
  },
};

const deckProgress: DeckProgressResolvers<GraphQLContext> = {
  memory: async ({ deckId, sample }: DeckProgressView, _parent, context) => {
    if (!sample) return context.loaders.memories.load(deckId);
    const from = await learnerNowOf(context);
    return memoryTicks(sample, todayOf(from), weightsOf(from.learner));
  },
};

const flashcard: FlashcardResolvers<GraphQLContext> = {
  __resolveReference: ({ id }) => ({ id }),
  schedule: async (parent, _arguments, context) => {
    const [found, from] = await Promise.all([
      context.loaders.cards.load(idOf(parent)),
      learnerNowOf(context),
    ]);
    return scheduleView(found, from);
  },
};

const exam = (useCases: UseCases, { own }: Fields): ExamResolvers<GraphQLContext> => ({
  actual: own(inputs.noArguments, async (_arguments, _principal, context) =>
    useCases.readExam(await learnerNowOf(context)),
  ),
});

const studySession = (useCases: UseCases, { own }: Fields): StudySessionResolvers<GraphQLContext> => ({
  answers: own(inputs.noArguments, async (_parent, principal, _context, { id }: StudySessionView) => {
    const answers = await useCases.readSessionAnswers(id, principal);
    return answers.map(({ cardId, ...answer }) => ({ flashcardId: String(cardId), ...answer }));
  }),
});

/** Resolvers of the schema, checked against the generated types. */
export function resolvers(useCases: UseCases, idempotency: Idempotency): Resolvers<GraphQLContext> {
  const fields = fieldsOf(idempotency);
  return {
    Query: queries,
    Mutation: mutations(useCases, fields),
    User: user(useCases, fields),
    Dashboard: dashboard,
    Exam: exam(useCases, fields),
    Deck: deck,
    DeckProgress: deckProgress,
    Flashcard: flashcard,
    Statistics: statistics(useCases, fields),
    StudySession: studySession(useCases, fields),
  };
}
