import { parseInput } from '@kumbuka/contracts';
import { requirePrincipal } from '@kumbuka/service-kit';
import type { z } from 'zod';
import { dashboardOf, forecastDays, statsOf } from '../domain/learner/dashboard.ts';
import { resumable } from '../domain/session/sessions.ts';
import type { UseCases } from '../use-cases/use-cases.ts';
import * as inputs from './inputs.ts';
import { forget, standpointOf, type Context } from './loaders.ts';
import { recordGiven } from './record-given.ts';
import {
  deckProgressView,
  reference,
  scheduleView,
  sessionView,
  statsView,
  studyItemView,
  type DeckProgressView,
  type SessionView,
} from './views.ts';

type Resolve<Parent> = (parent: Parent, given: unknown, context: Context) => unknown;

/** A field of the learner: who asks, then the arguments by their schema, then the answer. */
const asked =
  <Schema extends z.ZodType, Parent = unknown>(
    schema: Schema,
    answer: (given: z.output<Schema>, userId: number, context: Context, parent: Parent) => Promise<unknown>,
  ): Resolve<Parent> =>
  async (parent, given, context) => {
    const { userId } = requirePrincipal(context);
    return answer(parseInput(schema, given), userId, context, parent);
  };

/** A change; what the request read before is forgotten, so that its own answer shows the new state. */
const changed = <Schema extends z.ZodType>(
  schema: Schema,
  answer: (given: z.output<Schema>, userId: number, context: Context) => Promise<unknown>,
): Resolve<unknown> =>
  asked(schema, async (given, userId, context) => {
    const result = await answer(given, userId, context);
    forget(context);
    return result;
  });

interface Entity {
  id: string;
}
const idOf = ({ id }: Entity): number => parseInput(inputs.oneId, { id }).id;
const isAsker = ({ id }: Entity, context: Context) => id === String(requirePrincipal(context).userId);
const orUndefined = <Value>(value: Value | null | undefined): Value | undefined => value ?? undefined;

const mutations = (does: UseCases) => ({
  recordAnswers: changed(inputs.recordAnswersArguments, ({ input }, userId, { now }) =>
    recordGiven(does, input.answers, userId, now),
  ),
  undoAnswer: changed(inputs.undoArguments, async ({ input }, userId, { now }) => {
    const { card, learner } = await does.undoAnswer(input.clientEventId, userId);
    return {
      flashcard: reference(card.cardId),
      schedule: scheduleView(card, { learner, now }),
      stats: statsView(statsOf({ learner, now })),
    };
  }),
  finishSession: changed(inputs.finishArguments, async ({ input }, userId) =>
    sessionView(await does.finishSession(input.sessionId, userId)),
  ),
  updateStudySettings: changed(inputs.settingsArguments, async ({ input }, userId, { now }) => {
    const settings = {
      weeklyGoal: orUndefined(input.weeklyGoal),
      targetDays: orUndefined(input.targetDays),
      timezone: orUndefined(input.timezone),
      dayStartHour: orUndefined(input.dayStartHour),
    };
    return statsView(statsOf({ learner: await does.changeSettings(settings, userId), now }));
  }),
});

const user = (does: UseCases) => ({
  __resolveReference: (given: Entity, context: Context) =>
    isAsker(given, context) ? { id: given.id } : null,
  stats: async (_user: Entity, _given: unknown, context: Context) =>
    statsView(statsOf(await standpointOf(context))),
  dashboard: async (_user: Entity, _given: unknown, context: Context) =>
    dashboardOf(await standpointOf(context)),
  studyQueue: asked(inputs.queueArguments, async ({ deckId, minutes, limit }, _userId, context) => {
    const from = await standpointOf(context);
    const wish = { deckId: orUndefined(deckId), minutes: orUndefined(minutes), limit };
    const { items, ...counts } = await does.readStudyQueue(wish, from);
    return { ...counts, items: items.map((card) => studyItemView(card, from)) };
  }),
  studyOrder: asked(inputs.deckIdArguments, async ({ deckId }, _userId, context) =>
    (await does.readStudyOrder(deckId, await standpointOf(context))).map(String),
  ),
  openSession: async (_user: Entity, _given: unknown, context: Context) => {
    const { learner, now } = await standpointOf(context);
    const session = resumable(learner.sessions, now);
    return session && sessionView(session);
  },
  reviewDays: asked(inputs.reviewDaysArguments, async ({ days }, _userId, context) =>
    does.readReviewDays(days, await standpointOf(context)),
  ),
  forecast: asked(inputs.forecastArguments, async ({ days }, _userId, context) =>
    forecastDays(await standpointOf(context), days),
  ),
});

/** Decks with due cards that the dashboard names. */
const dueDecksShown = 6;
const dueDecksOf = (context: Context) => context.loaders.dueDecks.load(requirePrincipal(context).userId);

const dashboard = {
  dueDecks: async (_dashboard: unknown, _given: unknown, context: Context) =>
    (await dueDecksOf(context)).slice(0, dueDecksShown).map(({ deckId, dueCount }) => ({
      deckId: String(deckId),
      deck: reference(deckId),
      dueCount,
    })),
  dueDeckCount: async (_dashboard: unknown, _given: unknown, context: Context) =>
    (await dueDecksOf(context)).length,
};

const deck = {
  __resolveReference: (given: Entity) => ({ id: given.id }),
  progress: async (given: Entity, _given: unknown, context: Context) => {
    const deckId = idOf(given);
    const [row, from] = await Promise.all([context.loaders.decks.load(deckId), standpointOf(context)]);
    return deckProgressView(deckId, row, from);
  },
};

const deckProgress = {
  memory: ({ deckId }: DeckProgressView, _given: unknown, { loaders }: Context) =>
    loaders.memories.load(deckId),
};

const flashcard = {
  __resolveReference: (given: Entity) => ({ id: given.id }),
  schedule: async (given: Entity, _given: unknown, context: Context) => {
    const [row, from] = await Promise.all([context.loaders.cards.load(idOf(given)), standpointOf(context)]);
    return scheduleView(row, from);
  },
};

const studySession = (does: UseCases) => ({
  answers: asked<typeof inputs.noArguments, SessionView>(
    inputs.noArguments,
    async (_given, userId, _context, session) => {
      const answers = await does.readSessionAnswers(session.id, userId);
      return answers.map(({ cardId, wasCorrect }) => ({ flashcardId: String(cardId), wasCorrect }));
    },
  ),
});

export const resolvers = (does: UseCases) => ({
  Query: {
    viewer: (_parent: unknown, _given: unknown, context: Context) =>
      reference(requirePrincipal(context).userId),
  },
  Mutation: mutations(does),
  User: user(does),
  Dashboard: dashboard,
  Deck: deck,
  DeckProgress: deckProgress,
  Flashcard: flashcard,
  StudySession: studySession(does),
});
