import { limits, studyProgressRoutes } from '@kumbuka/contracts';
import { handle, handleReads, type HandledRoute } from '@kumbuka/service-kit';
import type { AnswerOutcome } from '../domain/answer/answer-outcome.ts';
import { statsOf } from '../domain/learner/dashboard.ts';
import { FlashcardNotFound } from '../domain/errors.ts';
import type { CardRow } from '../domain/rows.ts';
import type { LearnerCards } from '../use-cases/read-cards.ts';
import type { UseCases } from '../use-cases/use-cases.ts';
import { dashboardView, learnerView, progressView, sessionView, statsView } from './views.ts';

/** The card of a recorded or repeated answer; a refusal is thrown. */
function cardOf(outcome: AnswerOutcome | undefined): CardRow {
  if (outcome?.kind === 'refused') throw outcome.error;
  if (!outcome?.card) throw new FlashcardNotFound();
  return outcome.card;
}

/** A list without pages: what it counts, however many records a learner has. */
const itemsOfRecords = limits.operationItems / 2;

export function routes(does: UseCases, now: () => Date): HandledRoute[] {
  const recordsOf = ({ learner, cards }: LearnerCards) =>
    cards.map((card) => progressView(card, { learner, now: now() }));

  return [
    handle(studyProgressRoutes.readDashboard, async ({ principal }) =>
      dashboardView(await does.readDashboard(principal.userId)),
    ),
    handleReads(
      studyProgressRoutes.listProgress,
      () => itemsOfRecords,
      async ({ principal }) => recordsOf(await does.listProgress(principal.userId)),
    ),
    handleReads(
      studyProgressRoutes.listDeckProgress,
      () => itemsOfRecords,
      async ({ params, principal }) => recordsOf(await does.listDeckProgress(params.id, principal.userId)),
    ),
    handle(studyProgressRoutes.recordAnswer, async ({ body, principal }) => {
      const answer = {
        deckId: body.deck_id,
        cardId: body.flashcard_id,
        wasCorrect: body.was_correct,
        minutes: body.time_spent,
        sessionId: body.session_id,
        sessionDeckId: body.deck_id,
        clientEventId: body.client_event_id,
        answeredAt: body.answered_at === undefined ? undefined : new Date(body.answered_at),
      };
      const { outcomes, learner } = await does.recordAnswers([answer], principal.userId);
      return progressView(cardOf(outcomes[0]), { learner, now: now() });
    }),
    handle(studyProgressRoutes.finishSession, async ({ params, principal }) =>
      sessionView(await does.finishSession(params.session_id, principal.userId)),
    ),
    handle(studyProgressRoutes.changeGoal, async ({ body, principal }) => {
      const learner = await does.changeSettings({ weeklyGoal: body.weekly_goal }, principal.userId);
      return statsView(statsOf({ learner, now: now() }));
    }),
    handle(studyProgressRoutes.readLearner, async ({ principal }) =>
      learnerView(await does.readStats(principal.userId)),
    ),
  ];
}
