import type { ExportedStudyBody, ProgressRecord } from '@kumbuka/contracts';
import { dayStart } from '@kumbuka/contracts/study-day';
import { isLearned, predictedRecallOf, studyCount, type ImportedHistory } from '@kumbuka/schedule';
import { writtenProgressOf, type Deck } from '../domain/deck/deck.ts';
import {
  todayOf,
  type DashboardNumbers,
  type LearnerStats,
  type LearnerNow,
} from '../domain/learner/dashboard.ts';
import type { Card } from '../domain/card/card.ts';
import { weightsOf } from '../domain/learner/parameters.ts';
import type { FinishedSession } from '../domain/session/session.ts';
import type { StudyOfCards } from '../use-cases/card/export-study.ts';

/** Progress record of a card for its learner. */
export function progressView(card: Card, from: LearnerNow): ProgressRecord {
  return {
    deck_id: card.deckId,
    flashcard_id: card.cardId,
    study_count: studyCount(card),
    correct_attempts: card.correct,
    incorrect_attempts: card.incorrect,
    total_study_time: card.durationMs / 60_000,
    is_learned: isLearned(card),
    last_studied_at: card.lastStudiedAt?.toISOString() ?? null,
    due_at: card.dueDay === null ? null : dayStart(from.learner, card.dueDay).toISOString(),
    stability: card.stability,
    difficulty: card.difficulty,
    state: card.dueDay === null ? 'new' : 'review',
    predicted_recall: predictedRecallOf(card, todayOf(from), weightsOf(from.learner)),
  };
}

export const dashboardView = (numbers: DashboardNumbers) => ({
  weekly_goal: numbers.weeklyGoal,
  mastery_level: numbers.masteryLevelPercent,
  study_streak: numbers.studyStreak,
  focus_score: numbers.focusScorePercent,
  retention_rate: numbers.retentionRatePercent,
  cards_mastered: numbers.cardsMastered,
  minutes_per_day: numbers.minutesPerDay,
  accuracy: numbers.accuracyPercent,
  dueCount: numbers.dueCount,
  completedThisWeek: numbers.completedThisWeek,
});

export const statsView = (stats: LearnerStats) => ({
  streak: stats.streak,
  weekly_goal: stats.weeklyGoal,
  completed_this_week: stats.completedThisWeek,
});

export const learnerView = (stats: LearnerStats) => ({
  streakDays: stats.streak,
  stats: statsView(stats),
  xp: stats.xp,
  nextLevelXp: stats.nextLevelXp,
  level: stats.level,
  weeklyGoal: { targetDays: stats.targetDays, completedDays: stats.completedDays },
  timezone: stats.timezone,
});

export const sessionView = (session: FinishedSession) => ({
  session_id: session.sessionId,
  answered: session.answered,
  correct: session.correct,
  minutes: session.durationMs / 60_000,
  xp_earned: session.xp,
  finished_at: session.finishedAt.toISOString(),
});

/** Progress of decks for the decks service, which stores it in its rows. */
export const deckProgressView = (decks: readonly Deck[]) => ({
  decks: decks.map((deck) => ({ ...writtenProgressOf(deck), version: deck.version })),
});

const writable = (history: ImportedHistory) => ({
  times: [...history.times],
  ratings: [...history.ratings],
  intervals: [...history.intervals],
  lastIntervals: [...history.lastIntervals],
  durations: [...history.durations],
  factors: [...history.factors],
  kinds: [...history.kinds],
});

/** Study of cards for an export; what a card does not have is left out. */
export const exportedStudyView = ({ cards, read }: StudyOfCards): ExportedStudyBody => ({
  cards: cards.map(({ cardId, schedule, history }) => ({
    cardId,
    ...(schedule ? { schedule } : {}),
    ...(history ? { history: writable(history) } : {}),
  })),
  read,
});
