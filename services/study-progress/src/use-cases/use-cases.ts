import { listChanges } from './change/list-changes.ts';
import { readReplanning, replanCards } from './change/replan-cards.ts';
import { undoChange } from './change/undo-change.ts';
import { buryCard } from './card/bury-card.ts';
import { readSlipping } from './card/read-slipping.ts';
import { resetCard } from './card/reset-card.ts';
import { exportStudy } from './card/export-study.ts';
import { importStudy } from './card/import-study.ts';
import { eraseLearner } from './learner/erase-learner.ts';
import { findCards, findDecks, listAllDecks } from './find-many.ts';
import { finishIdleSessions, finishSession } from './session/finish-sessions.ts';
import { studyInvented } from './answer/invent-study.ts';
import type { Ports } from './ports.ts';
import {
  listDeckProgress,
  listProgress,
  readMemories,
  readStudyOrder,
  readStudyQueue,
} from './card/read-cards.ts';
import {
  countAnswers,
  findLearner,
  readDashboard,
  readDueDecks,
  readReviewDays,
  readStats,
} from './learner/read-learner.ts';
import { readMemoryTable } from './card/read-memory-table.ts';
import { readReviewLog } from './answer/read-review-log.ts';
import { readRecentSessions } from './session/read-recent-sessions.ts';
import { undoSession } from './session/undo-session.ts';
import { readSession, readSessionAnswers } from './session/read-session.ts';
import { fitWeights } from './learner/fit-weights.ts';
import { readExam } from './learner/read-exam.ts';
import { readPastDay } from './learner/read-past-day.ts';
import { readCalibration } from './learner/read-calibration.ts';
import { readStatistics, readStudiedDecks } from './learner/read-statistics.ts';
import { readStudyLog, readStudyLogHead } from './learner/archive-log.ts';
import {
  checkRestoredLog,
  finishRestoring,
  removeRestoredLog,
  restoreStudyLog,
} from './learner/restore-log.ts';
import { recordAnswer, recordAnswers } from './answer/record-answers.ts';
import { undoAnswer } from './answer/undo-answer.ts';
import { sendReminder } from './learner/send-reminder.ts';
import { readReminder, setReminder, stopReminders } from './learner/set-reminder.ts';
import { updateDeckSettings } from './learner/update-deck-settings.ts';
import { updateStudySettings } from './learner/update-study-settings.ts';

/** Use-cases of study-progress, shared by REST, GraphQL, events and jobs. */
export const createUseCases = (ports: Ports) => ({
  recordAnswer: recordAnswer(ports),
  recordAnswers: recordAnswers(ports),
  studyInvented: studyInvented(ports),
  undoAnswer: undoAnswer(ports),
  buryCard: buryCard(ports),
  resetCard: resetCard(ports),
  replanCards: replanCards(ports),
  undoChange: undoChange(ports),
  readReplanning: readReplanning(ports),
  listChanges: listChanges(ports),
  importStudy: importStudy(ports),
  exportStudy: exportStudy(ports),
  readStudyLogHead: readStudyLogHead(ports),
  readStudyLog: readStudyLog(ports),
  restoreStudyLog: restoreStudyLog(ports),
  checkRestoredLog: checkRestoredLog(ports),
  finishRestoring: finishRestoring(ports),
  removeRestoredLog: removeRestoredLog(ports),
  finishSession: finishSession(ports),
  finishIdleSessions: finishIdleSessions(ports),
  updateStudySettings: updateStudySettings(ports),
  updateDeckSettings: updateDeckSettings(ports),
  setReminder: setReminder(ports),
  readReminder: readReminder(ports),
  stopReminders: stopReminders(ports),
  sendReminder: sendReminder(ports),
  findLearner: findLearner(ports),
  findDecks: findDecks(ports),
  findCards: findCards(ports),
  listAllDecks: listAllDecks(ports),
  readStats: readStats(ports),
  readDashboard: readDashboard(ports),
  readDueDecks: readDueDecks(ports),
  readReviewDays: readReviewDays(ports),
  readStatistics: readStatistics(ports),
  readStudiedDecks: readStudiedDecks(ports),
  readCalibration: readCalibration(ports),
  readPastDay: readPastDay(ports),
  readExam: readExam(ports),
  countAnswersOf: countAnswers(ports),
  readReviewLog: readReviewLog(ports),
  undoSession: undoSession(ports),
  readRecentSessions: readRecentSessions(ports),
  readSession: readSession(ports),
  readSessionAnswers: readSessionAnswers(ports),
  listProgress: listProgress(ports),
  listDeckProgress: listDeckProgress(ports),
  readStudyQueue: readStudyQueue(ports),
  readStudyOrder: readStudyOrder(ports),
  readMemories: readMemories(ports),
  readSlipping: readSlipping(ports),
  readMemoryTable: readMemoryTable(ports),
  fitWeights: fitWeights(ports),
  eraseLearner: eraseLearner(ports),
});
export type UseCases = ReturnType<typeof createUseCases>;
