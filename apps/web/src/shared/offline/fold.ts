import {
  dueDayOfAnswer,
  isDue,
  isLearned,
  newCardStudy,
  parameterSets,
  predictedRecallOf,
  standardParameters,
  studyCount,
  withAnswer,
  type CardStudy,
} from '@kumbuka/schedule';
import {
  dateOf,
  dayOfDate,
  dayStart,
  offsetMinutesAt,
  studyDayAt,
  todayAt,
  type StudyCalendar,
} from '@kumbuka/contracts/study-day';

/** Schedule of a card, as the server sends it and as this device computes it from answers that wait. */
export interface FoldedSchedule {
  __typename?: 'CardSchedule';
  state: 'NEW' | 'LEARNING' | 'REVIEW' | 'RELEARNING';
  dueAt: string | null;
  dueOn: string | null;
  isDue: boolean;
  buriedUntil: string | null;
  stabilityDays: number | null;
  difficulty: number | null;
  predictedRecall: number | null;
  studyCount: number;
  correctAttempts: number;
  incorrectAttempts: number;
  isLearned: boolean;
  lastStudiedAt: string | null;
  lastStudyDay: string | null;
  intervalDays: number | null;
  lapses: number;
}

export const newSchedule: FoldedSchedule = {
  __typename: 'CardSchedule',
  state: 'NEW',
  dueAt: null,
  dueOn: null,
  isDue: false,
  buriedUntil: null,
  stabilityDays: null,
  difficulty: null,
  predictedRecall: null,
  studyCount: 0,
  correctAttempts: 0,
  incorrectAttempts: 0,
  isLearned: false,
  lastStudiedAt: null,
  lastStudyDay: null,
  intervalDays: null,
  lapses: 0,
};

/** What the schedule depends on besides the answers. */
export interface Learner extends StudyCalendar {
  /** Percent of due cards that the learner wants to remember. */
  rememberPercent: number;
  longestInterval: number;
  /** The learner's own weights; `null` for the defaults. */
  weights: readonly number[] | null;
}

interface GivenAnswer {
  flashcardId: string;
  wasCorrect: boolean;
  rating?: number;
  answeredAt: string;
  /** Day that this device has shown. */
  dueOn?: string;
}

const weightsOf = ({ weights }: Learner) => weights ?? standardParameters.weights;

const dayOrNull = (date: string | null) => (date === null ? null : dayOfDate(date));

const studyOf = (schedule: FoldedSchedule): CardStudy => ({
  ...newCardStudy,
  correct: schedule.correctAttempts,
  incorrect: schedule.incorrectAttempts,
  lastStudiedAt: schedule.lastStudiedAt === null ? null : new Date(schedule.lastStudiedAt),
  lastDay: dayOrNull(schedule.lastStudyDay),
  dueDay: dayOrNull(schedule.dueOn),
  stability: schedule.stabilityDays,
  difficulty: schedule.difficulty,
  lapses: schedule.lapses,
});

function scheduleOf(study: CardStudy, before: FoldedSchedule, learner: Learner, now: Date): FoldedSchedule {
  const { dueDay, lastDay } = study;
  const today = todayAt(learner, now);
  return {
    ...before,
    state: dueDay === null ? 'NEW' : 'REVIEW',
    dueAt: dueDay === null ? null : dayStart(learner, dueDay).toISOString(),
    dueOn: dueDay === null ? null : dateOf(dueDay),
    isDue: isDue(dueDay, today) && before.buriedUntil === null,
    stabilityDays: study.stability,
    difficulty: study.difficulty,
    predictedRecall: predictedRecallOf(study, today, weightsOf(learner)),
    studyCount: studyCount(study),
    correctAttempts: study.correct,
    incorrectAttempts: study.incorrect,
    isLearned: isLearned(study),
    lastStudiedAt: study.lastStudiedAt?.toISOString() ?? null,
    lastStudyDay: lastDay === null ? null : dateOf(lastDay),
    intervalDays: dueDay === null || lastDay === null ? null : dueDay - lastDay,
    lapses: study.lapses,
  };
}

/** The schedule as it is seen at another time: a day may have begun since the server sent it. */
export const scheduleAt = (schedule: FoldedSchedule, learner: Learner, now: Date): FoldedSchedule =>
  scheduleOf(studyOf(schedule), schedule, learner, now);

/** The schedule after an answer, by the same fold as on the server. */
export function scheduleAfter(
  schedule: FoldedSchedule,
  { flashcardId, wasCorrect, rating = wasCorrect ? 3 : 1, answeredAt, dueOn }: GivenAnswer,
  learner: Learner,
  now: Date,
): FoldedSchedule {
  const parameters = {
    ...standardParameters,
    weights: weightsOf(learner),
    desiredRetention: learner.rememberPercent / 100,
    longestInterval: learner.longestInterval,
  };
  const at = new Date(answeredAt);
  const cardId = Number(flashcardId) || 0;
  const before = studyOf(schedule);
  const graded = { cardId, day: studyDayAt(learner, at), rating: rating as 1 | 2 | 3 | 4 };
  const dueDay = dueOn === undefined ? dueDayOfAnswer(before, graded, parameters) : dayOfDate(dueOn);
  const { after } = withAnswer(
    before,
    {
      ...graded,
      ...(dueDay === undefined ? {} : { dueDay }),
      kind: 'reviewed',
      id: '',
      userId: 0,
      seq: 0,
      recordedAt: at,
      deckId: 0,
      answeredAt: at,
      durationMs: 0,
      offsetMinutes: offsetMinutesAt(learner.timezone, at),
      dayStartHour: learner.dayStartHour,
      sessionId: '',
      implicitSession: false,
      sessionDeckId: null,
      parameterVersion: parameters.version,
      predictedRecall: null,
    },
    parameterSets([parameters]),
  );
  return scheduleOf(after, schedule, learner, now);
}
