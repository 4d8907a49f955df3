export {
  activeAnswers,
  byTime,
  changeSubjects,
  dayOfAnswer,
  hourOfAnswer,
  isCardEntry,
  isOfCard,
  memoryAspects,
  parametersIn,
  wasCorrect,
  withDueDay,
  type AnswerEntry,
  type BuryEntry,
  type ChangedEntry,
  type ChangeSubject,
  type ChangeUndoneEntry,
  type FinishEntry,
  type HistoryImportedEntry,
  type ImportedHistory,
  type ImportedSchedule,
  type MemoryAspect,
  type ParametersEntry,
  type PractisedEntry,
  type Rating,
  type RescheduledEntry,
  type ResetEntry,
  type ReviewEntry,
  type ScheduleImportedEntry,
  type UndoEntry,
  type WeightsChange,
} from './review-log.ts';
export {
  firstParameters,
  isSameSchedule,
  parameterSets,
  standardParameters,
  type Parameters,
  type ParameterSets,
} from './parameters.ts';
export {
  importedStudy,
  isLearned,
  isScheduled,
  newCardStudy,
  newStart,
  replay,
  startAfter,
  startOf,
  studyCount,
  type CardStudy,
  type Recall,
  type StartingPoint,
} from './card-study.ts';
export { exportedStudy, type ExportedStudy } from './exported-study.ts';
export {
  comesLate,
  countsOf,
  withAnswer,
  withAnswers,
  withLate,
  type AnswersOfCard,
  type StudyChange,
} from './study-change.ts';
export { comesBackOn, isShelved, noShelf, shownDueDay, type Shelf } from './shelf.ts';
export { isDue } from './due.ts';
export { studyOrder, weakestFirst } from './queue.ts';
export { createForesight, predictedRecallOf } from './scheduler.ts';
export { chosenDueDay, correctedDueDay, dueDayOfAnswer } from './due-day-of-answer.ts';
export {
  fitOwnWeights,
  ownWeights,
  type CardReview,
  type CardReviews,
  type FitWeights,
  type FitOutcome,
  type TrainingItems,
} from './own-weights.ts';
export { createReviewCollector, type ReviewCollector } from './collect-reviews.ts';
export { effectOfWeights, type EffectInput, type WeightsEffect } from './effect-of-weights.ts';
export { calibrationOf, type Calibration, type SaidAndWas } from './said-and-was.ts';
export { replanned, type MovedCard, type ReplannedCard } from './replan.ts';
export { noEasyDays, type EasyDay, type EasyDays, type Spread } from './spread.ts';
export { storedEntry, type StoredEntry } from './stored-entry.ts';
export {
  answersADay,
  foresee,
  usualPlan,
  type ForeseenDay,
  type Habits,
  type Plan,
  type PlannedCard,
} from './what-if.ts';
export {
  foreseeExam,
  newCardsOfDay,
  recallByDay,
  weakestForExam,
  type ExamDay,
  type ExamPlan,
} from './exam.ts';
export { nextDueDays, type ShownSchedule, type ShownSettings } from './next-due-days.ts';
