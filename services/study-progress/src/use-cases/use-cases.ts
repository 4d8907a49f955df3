import { changeSettings } from './change-settings.ts';
import { eraseLearner } from './erase-learner.ts';
import { askDecks } from './find-ownership.ts';
import { finishIdleSessions, finishSession } from './finish-sessions.ts';
import {
  listDeckProgress,
  listProgress,
  readMemories,
  readStudyOrder,
  readStudyQueue,
} from './read-cards.ts';
import { findLearner, readDashboard, readDueDecks, readReviewDays, readStats } from './read-learner.ts';
import { readSessionAnswers } from './read-session.ts';
import { rebuildLearner } from './rebuild-learner.ts';
import { recordAnswers } from './record-answers.ts';
import { undoAnswer } from './undo-answer.ts';

type NeedsOf<UseCase> = UseCase extends (needs: infer Needs) => unknown ? Needs : never;
type Needs = Omit<
  NeedsOf<typeof askDecks> &
    NeedsOf<typeof changeSettings> &
    NeedsOf<typeof eraseLearner> &
    NeedsOf<typeof findLearner> &
    NeedsOf<typeof finishSession> &
    NeedsOf<typeof listDeckProgress> &
    NeedsOf<typeof readDueDecks> &
    NeedsOf<typeof readReviewDays> &
    NeedsOf<typeof readSessionAnswers> &
    NeedsOf<typeof readStudyOrder> &
    Pick<NeedsOf<typeof recordAnswers>, 'countAnswers'> &
    NeedsOf<typeof readStudyQueue>,
  'findLearner' | 'finishIdleSessions'
>;

/** All that can be asked of study-progress, by REST and GraphQL alike. */
export function createUseCases(given: Needs) {
  const ended = { ...given, finishIdleSessions: finishIdleSessions(given) };
  const needs = { ...ended, findLearner: findLearner(ended), askDecks: askDecks(given) };
  return {
    recordAnswers: recordAnswers(needs),
    undoAnswer: undoAnswer(needs),
    finishSession: finishSession(needs),
    finishIdleSessions: needs.finishIdleSessions,
    changeSettings: changeSettings(needs),
    findLearner: needs.findLearner,
    readStats: readStats(needs),
    readDashboard: readDashboard(needs),
    readDueDecks: readDueDecks(needs),
    readSessionAnswers: readSessionAnswers(needs),
    readReviewDays: readReviewDays(needs),
    listProgress: listProgress(needs),
    listDeckProgress: listDeckProgress(needs),
    readStudyQueue: readStudyQueue(needs),
    readStudyOrder: readStudyOrder(needs),
    readMemories: readMemories(needs),
    rebuildLearner: rebuildLearner(needs),
    eraseLearner: eraseLearner(needs),
    findCards: needs.findCards,
    findDecks: needs.findDecks,
  };
}
export type UseCases = ReturnType<typeof createUseCases>;
