import {
  restoredEntriesAtOnce,
  studyProgressInternalRoutes,
  studyProgressRoutes,
  usersRoutes,
} from '@kumbuka/contracts';
import { handle, type HandledRoute } from '@kumbuka/service-kit';
import { statsOf } from '../domain/learner/dashboard.ts';
import type { LearnerCards } from '../use-cases/card/read-cards.ts';
import type { UseCases } from '../use-cases/use-cases.ts';
import { answerOf } from './answer-of.ts';
import { archivedFitOf, logPageView, restoredEntriesOf, studyLogHeadView } from './archived-log.ts';
import { importedStudyOf } from './imported-study-of.ts';
import {
  dashboardView,
  deckProgressView,
  exportedStudyView,
  learnerView,
  progressView,
  sessionView,
  statsView,
} from './views.ts';

export function routes(useCases: UseCases, now: () => Date): HandledRoute[] {
  const recordsView = ({ learner, cards }: LearnerCards) =>
    cards.map((card) => progressView(card, { learner, now: now() }));

  const { exportStudy, readCalendar, readDeckProgress, importStudy } = studyProgressInternalRoutes;
  const { readStudyLogHead, readStudyLog, restoreStudyLog, checkRestoredLog, finishRestoring } =
    studyProgressInternalRoutes;

  return [
    handle(
      studyProgressRoutes.readDashboard,
      ({ principal }) => useCases.readDashboard(principal),
      dashboardView,
    ),
    handle(
      studyProgressRoutes.listProgress,
      ({ principal, read }) => useCases.listProgress(principal, read),
      recordsView,
    ),
    handle(
      studyProgressRoutes.listDeckProgress,
      ({ params, principal, read }) => useCases.listDeckProgress(params.id, principal, read),
      recordsView,
    ),
    handle(
      studyProgressRoutes.recordAnswer,
      ({ body, principal }) => useCases.recordAnswer(answerOf(body), principal),
      ({ card, learner }) => progressView(card, { learner, now: now() }),
    ),
    handle(
      studyProgressRoutes.finishSession,
      ({ params, principal }) => useCases.finishSession(params.session_id, principal),
      sessionView,
    ),
    handle(studyProgressRoutes.stopReminders, ({ query }) => useCases.stopReminders(query)),
    handle(
      studyProgressRoutes.changeGoal,
      ({ body, principal }) => useCases.updateStudySettings({ weeklyGoal: body.weekly_goal }, principal),
      (learner) => statsView(statsOf({ learner, now: now() })),
    ),
    handle(
      usersRoutes.studyInvented,
      ({ body }) => useCases.studyInvented(body.userId, body.deckIds),
      (answers) => ({ answers }),
    ),
    handle(
      usersRoutes.countAnswers,
      ({ body }) => useCases.countAnswersOf(body.userIds),
      (users) => ({ users }),
    ),
    handle(studyProgressRoutes.readLearner, ({ principal }) => useCases.readStats(principal), learnerView),
    handle(
      readCalendar,
      ({ params }) => useCases.findLearner({ userId: params.id }),
      ({ timezone, dayStartHour }) => ({ timezone, dayStartHour }),
    ),
    handle(
      importStudy,
      ({ params, body }) => useCases.importStudy(params.id, importedStudyOf(body)),
      (imported) => ({ imported }),
    ),
    handle(
      exportStudy,
      ({ params, body }) => useCases.exportStudy(params.id, body.cardIds),
      exportedStudyView,
    ),
    handle(readStudyLogHead, ({ params }) => useCases.readStudyLogHead(params.id), studyLogHeadView),
    handle(
      readStudyLog,
      ({ params, query }) => useCases.readStudyLog(params.id, query.after, restoredEntriesAtOnce),
      logPageView,
    ),
    handle(
      restoreStudyLog,
      ({ params, body }) => useCases.restoreStudyLog(params.id, restoredEntriesOf(body)),
      (outcome) => ({ outcome }),
    ),
    handle(
      checkRestoredLog,
      ({ params, body }) => useCases.checkRestoredLog(params.id, body),
      (valid) => ({ valid }),
    ),
    handle(finishRestoring, ({ params, body: { settings, fit } }) =>
      useCases.finishRestoring(params.id, { settings, fit: archivedFitOf(fit) }),
    ),
    handle(studyProgressInternalRoutes.removeRestoredLog, ({ params, body }) =>
      useCases.removeRestoredLog(params.id, body.importId),
    ),
    handle(readDeckProgress, ({ params }) => useCases.listAllDecks(params.id), deckProgressView),
  ];
}
