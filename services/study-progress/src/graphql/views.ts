import {
  type AnswerEntry,
  type Calibration,
  type CardStudy,
  type ChangeSubject,
  comesBackOn,
  dayOfAnswer,
  isDue,
  isLearned,
  type HistoryImportedEntry,
  isShelved,
  type MemoryAspect,
  newCardStudy,
  noShelf,
  type PractisedEntry,
  predictedRecallOf,
  type ReviewEntry,
  type ScheduleImportedEntry,
  type Shelf,
  standardParameters,
  studyCount,
  wasCorrect,
} from '@kumbuka/schedule';
import { newCountOn } from '../domain/scheduling/card-counts.ts';
import type { AnswerOutcome } from '../domain/answer/answer-outcome.ts';
import { dateOf, dayStart, type Day } from '@kumbuka/contracts/study-day';
import type { Card } from '../domain/card/card.ts';
import type { Change } from '../domain/change/change.ts';
import type { Replanning } from '../domain/change/replan.ts';
import { masteryOf, type Deck } from '../domain/deck/deck.ts';
import { weightsOf } from '../domain/learner/parameters.ts';
import { todayOf, type LearnerStats, type LearnerNow } from '../domain/learner/dashboard.ts';
import type { BadgeKind, Exam } from '../domain/learner/learner.ts';
import type { Reminder } from '../domain/learner/reminder.ts';
import { dueCountOn } from '../domain/scheduling/due-days.ts';
import { secondsPerAnswer } from '../domain/learner/seconds.ts';
import type { MemoriesOn } from '../use-cases/card/read-memory-table.ts';
import type { PastDay } from '../use-cases/learner/read-past-day.ts';
import type { StudiedDeck } from '../use-cases/ports.ts';
import type { SlippingCard } from '../use-cases/card/read-slipping.ts';
import type { FinishedSession, OpenSession } from '../domain/session/session.ts';

/** Reference to an entity of another subgraph. */
interface Entity {
  id: string;
}
export type UserView = Entity;
export type DeckView = Entity;
export type FlashcardView = Entity;

export const reference = (id: number): Entity => ({ id: String(id) });

const dateOrNull = (day: Day | null) => (day === null ? null : dateOf(day));

/** Schedule of a card for its learner; unknown cards are new. */
export function scheduleView(card: (CardStudy & Shelf) | null, from: LearnerNow) {
  const study = card ?? { ...newCardStudy, ...noShelf };
  const { stability, lastDay, dueDay } = study;
  const today = todayOf(from);
  const backOn = comesBackOn(study, today);
  return {
    state: dueDay === null ? ('NEW' as const) : ('REVIEW' as const),
    dueAt: dueDay === null ? null : dayStart(from.learner, dueDay),
    isDue: isDue(dueDay, today) && !isShelved(study, today),
    buriedUntil: backOn === null ? null : dayStart(from.learner, backOn),
    stabilityDays: stability,
    difficulty: study.difficulty,
    predictedRecall: predictedRecallOf(study, today, weightsOf(from.learner)),
    studyCount: studyCount(study),
    correctAttempts: study.correct,
    incorrectAttempts: study.incorrect,
    totalStudyTimeMinutes: study.durationMs / 60_000,
    isLearned: isLearned(study),
    lastStudiedAt: study.lastStudiedAt,
    intervalDays: dueDay === null || lastDay === null ? null : dueDay - lastDay,
    lastStudyDay: dateOrNull(lastDay),
    dueOn: dateOrNull(dueDay),
    lapses: study.lapses,
  };
}

const copyOf = (weights: readonly number[] | null) => weights && [...weights];

const rounded = (value: number, digits: number) => Number(value.toPrecision(digits));

/** States of cards in columns. */
export function memoryTableView(
  { cards, total, today, latest, newSince, weights }: MemoriesOn,
  { learner, ...from }: LearnerNow,
) {
  const isOwn = weights.join() !== standardParameters.weights.join();
  const newCards = newCountOn(
    { ...learner.totals, shelvedNew: learner.shelvedNew },
    todayOf({ learner, ...from }),
  );
  return {
    today: dateOf(today),
    total,
    newCards: newCards + newSince,
    secondsPerAnswer: secondsPerAnswer(learner.durations),
    ...latest,
    weights: isOwn ? [...weights] : null,
    deckIds: cards.map(({ deckId }) => deckId),
    stability: cards.map(({ stability }) => rounded(stability, 6)),
    difficulty: cards.map(({ difficulty }) => rounded(difficulty, 4)),
    elapsedDays: cards.map(({ lastDay }) => today - lastDay),
    dueInDays: cards.map(({ dueDay }) => dueDay - today),
    deckPercents: learner.deckSettings.flatMap(({ deckId, rememberPercent }) =>
      rememberPercent === null ? [] : [{ deckId, rememberPercent }],
    ),
  };
}

/** Progress of a deck; `memory` is resolved on demand. */
export function deckProgressView(deckId: number, deck: Deck | null, from: LearnerNow) {
  const next = deck?.due[0]?.[0];
  const own = from.learner.deckSettings.find((each) => each.deckId === deckId);
  return {
    /** Not in the schema; the `memory` resolver needs it, as it does `sample`. */
    deckId,
    sample: deck ? deck.sample : [],
    dueCount: deck ? dueCountOn(deck.due, todayOf(from)) : 0,
    newCount: deck ? newCountOn(deck, todayOf(from)) : 0,
    learnedCount: deck?.learned ?? 0,
    mastery: deck && masteryOf(deck),
    lastStudied: deck?.lastStudiedAt ?? null,
    nextDueAt: next === undefined ? null : dayStart(from.learner, next),
    rememberPercent: own?.rememberPercent ?? null,
    newCardsPerDay: own?.newCardsPerDay ?? null,
  };
}
export type DeckProgressView = ReturnType<typeof deckProgressView>;

/** Mastery of a deck in the statistics. */
export const deckMasteryView = ({ deckId, cards, learned, ...answers }: StudiedDeck) => ({
  deckId: String(deckId),
  deck: reference(deckId),
  cards,
  learned,
  mastery: masteryOf(answers),
});

const badgeNames = {
  'first-session': 'FIRST_SESSION',
  'seven-days': 'SEVEN_DAYS',
  'hundred-mastered': 'HUNDRED_MASTERED',
} as const satisfies Record<BadgeKind, string>;

const studyOrderNames = { 'weakest-first': 'WEAKEST_FIRST', 'deck-by-deck': 'DECK_BY_DECK' } as const;
const easyDayNames = { full: 'FULL', half: 'HALF', off: 'OFF' } as const;

const examView = ({ day, plannedOn, deckIds, promise, minutesADay, cards }: Exam) => ({
  date: dateOf(day),
  plannedOn: dateOf(plannedOn),
  deckIds: deckIds.map(String),
  minutesADay,
  cards,
  promise: [...promise],
  /** Resolved on demand. */
  actual: null,
});

export const statsView = (stats: LearnerStats) => ({
  ...stats,
  studyOrder: studyOrderNames[stats.studyOrder],
  easyDays: stats.easyDays.map((kind) => easyDayNames[kind]),
  weights: copyOf(stats.weights),
  exam: stats.exam && examView(stats.exam),
  badges: stats.badges.map((badge) => ({ ...badge, kind: badgeNames[badge.kind] })),
});

export const sessionView = (session: OpenSession | FinishedSession) => ({
  id: session.sessionId,
  deck: session.deckId === null ? null : reference(session.deckId),
  startedAt: session.startedAt,
  lastAnswerAt: session.lastAnswerAt,
  finishedAt: 'finishedAt' in session ? session.finishedAt : null,
  answered: session.answered,
  correct: session.correct,
  minutes: session.durationMs / 60_000,
  xpEarned: 'xp' in session ? session.xp : 0,
});
export type StudySessionView = ReturnType<typeof sessionView>;

export const studyItemView = (card: Card, from: LearnerNow) => ({
  flashcardId: String(card.cardId),
  deckId: String(card.deckId),
  flashcard: reference(card.cardId),
  deck: reference(card.deckId),
  schedule: scheduleView(card, from),
});

/** Answers of a day in one response. */
const answersShown = 100;

export const pastDayView = ({ day, answers, ...counts }: PastDay) => ({
  ...counts,
  date: dateOf(day),
  answered: answers.length,
  correct: answers.filter(wasCorrect).length,
  minutes: answers.reduce((sum, { durationMs }) => sum + durationMs, 0) / 60_000,
  answers: answers.slice(0, answersShown).map((answer) => ({
    flashcardId: String(answer.cardId),
    flashcard: reference(answer.cardId),
    answeredAt: answer.answeredAt,
    predictedRecall: answer.predictedRecall,
    wasCorrect: wasCorrect(answer),
  })),
});

export const slippingCardView = ({ card, durationMs }: SlippingCard) => ({
  flashcardId: String(card.cardId),
  deckId: String(card.deckId),
  flashcard: reference(card.cardId),
  deck: reference(card.deckId),
  lapses: card.lapses,
  minutesThisMonth: durationMs / 60_000,
});

export function answerResultView(clientEventId: string, outcome: AnswerOutcome, from: LearnerNow) {
  if (outcome.kind === 'rejected')
    return { clientEventId, errorCode: outcome.error.code, flashcard: null, schedule: null };
  const { card, entry } = outcome;
  return {
    clientEventId,
    errorCode: null,
    flashcard: reference(entry.cardId),
    schedule: card && scheduleView(card, from),
  };
}

const subjectNames = {
  replanned: 'REPLANNED',
  weights: 'WEIGHTS',
  session: 'SESSION',
} as const satisfies Record<ChangeSubject, string>;

const aspectNames = {
  'first-answer': 'FIRST_ANSWER',
  correct: 'CORRECT',
  incorrect: 'INCORRECT',
} as const satisfies Record<MemoryAspect, string>;

export const changeView = ({ subject, weights, ...change }: Change) => ({
  ...change,
  subject: subjectNames[subject],
  weights: weights && { ...weights, aspect: aspectNames[weights.aspect] },
});

export const replanningView = ({ cards, days }: Replanning) => ({
  cards,
  days: days.map(({ day, ...counts }) => ({ date: dateOf(day), ...counts })),
});

/** Decks in one response. */
const decksShown = 50;

export const calibrationView = ({ decks, tenths: _tenths, ...calibration }: Calibration) => ({
  ...calibration,
  decks: decks.slice(0, decksShown).map(({ deckId, ...means }) => ({
    deckId: String(deckId),
    deck: reference(deckId),
    ...means,
  })),
});

const noParts = {
  sessionId: null,
  flashcardId: null,
  deckId: null,
  rating: null,
  wasCorrect: null,
  answeredAt: null,
  studyDay: null,
  offsetMinutes: null,
  dayStartHour: null,
  timeSpentMinutes: null,
  predictedRecall: null,
  parameterVersion: null,
  seed: null,
  clientEventId: null,
  dueOn: null,
  undoes: null,
  replaces: null,
  changeId: null,
  subject: null,
  cards: null,
  reason: null,
  buriedUntil: null,
  parameters: null,
  schedule: null,
  history: null,
  xpEarned: null,
};

const timedParts = (entry: AnswerEntry | PractisedEntry) => ({
  answeredAt: entry.answeredAt,
  studyDay: dateOf(dayOfAnswer(entry)),
  offsetMinutes: entry.offsetMinutes,
  dayStartHour: entry.dayStartHour,
  timeSpentMinutes: entry.durationMs / 60_000,
  clientEventId: entry.clientEventId ?? null,
});

const timeOrNull = (ms: number | null) => (ms === null ? null : new Date(ms));

const importedScheduleView = (entry: ScheduleImportedEntry) => ({
  state: entry.state,
  dueOn: dateOf(entry.dueDay),
  dueAt: timeOrNull(entry.dueAt),
  lastDay: dateOf(entry.lastDay),
  lastAt: timeOrNull(entry.lastAt),
  stability: entry.stability,
  difficulty: entry.difficulty,
  isDerived: entry.isDerived,
  interval: entry.interval,
  ease: entry.ease,
  lapses: entry.lapses,
  reviews: entry.reviews,
});

const importedHistoryView = (entry: HistoryImportedEntry) => ({
  times: entry.times.map((ms) => new Date(ms)),
  ratings: [...entry.ratings],
  intervals: [...entry.intervals],
  lastIntervals: [...entry.lastIntervals],
  durations: [...entry.durations],
  factors: [...entry.factors],
  kinds: [...entry.kinds],
});

/** Fields that only some kinds of entries have. */
function partsOf(entry: ReviewEntry) {
  switch (entry.kind) {
    case 'reviewed':
      return {
        kind: 'REVIEWED' as const,
        rating: entry.rating,
        wasCorrect: wasCorrect(entry),
        ...timedParts(entry),
        predictedRecall: entry.predictedRecall,
        parameterVersion: entry.parameterVersion,
        seed: entry.seed ?? null,
        dueOn: dateOrNull(entry.dueDay ?? null),
      };
    case 'practised':
      return { kind: 'PRACTISED' as const, wasCorrect: entry.wasCorrect, ...timedParts(entry) };
    case 'undone':
      return {
        kind: 'UNDONE' as const,
        undoes: entry.undoes,
        dueOn: dateOrNull(entry.dueDay ?? null),
        changeId: entry.changeId ?? null,
      };
    case 'rescheduled':
      return {
        kind: 'RESCHEDULED' as const,
        replaces: entry.answerId,
        dueOn: dateOf(entry.dueDay),
        reason: entry.reason,
        changeId: entry.changeId ?? null,
      };
    case 'changed':
      return { kind: 'CHANGED' as const, subject: subjectNames[entry.subject], cards: entry.cards };
    case 'change-undone':
      return {
        kind: 'CHANGE_UNDONE' as const,
        subject: subjectNames[entry.subject],
        changeId: entry.changeId,
      };
    case 'schedule-imported':
      return { kind: 'SCHEDULE_IMPORTED' as const, schedule: importedScheduleView(entry) };
    case 'history-imported':
      return { kind: 'HISTORY_IMPORTED' as const, history: importedHistoryView(entry) };
    case 'reset':
      return { kind: 'RESET' as const, reason: entry.reason };
    case 'buried':
      return { kind: 'BURIED' as const, buriedUntil: dateOrNull(entry.until) };
    case 'parameters-changed':
      return {
        kind: 'PARAMETERS_CHANGED' as const,
        parameters: { ...entry.parameters, weights: [...entry.parameters.weights] },
      };
    case 'finished':
      return { kind: 'FINISHED' as const, xpEarned: entry.xp };
  }
}

/** Entry of the review log in a learner's data export. */
export const logEntryView = (entry: ReviewEntry) => ({
  ...noParts,
  id: entry.id,
  position: entry.seq,
  recordedAt: entry.recordedAt,
  ...('sessionId' in entry ? { sessionId: entry.sessionId } : {}),
  ...('cardId' in entry ? { flashcardId: String(entry.cardId), deckId: String(entry.deckId) } : {}),
  ...partsOf(entry),
});

const channelNames = { notification: 'NOTIFICATION', mail: 'MAIL' } as const;
export const reminderView = ({ hour, channel }: Reminder) => ({ hour, channel: channelNames[channel] });
