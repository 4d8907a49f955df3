export {
  activeAnswers,
  byTime,
  dayOfAnswer,
  hourOfAnswer,
  wasCorrect,
  type AnswerEntry,
  type BuryEntry,
  type FinishEntry,
  type ReviewEntry,
  type UndoEntry,
} from './review-log.ts';
export { isLearned, newCardStudy, replay, studyCount, type CardStudy, type Recall } from './card-study.ts';
export { comesLate, countsOf, withAnswer, withAnswers, withLate, type StudyChange } from './study-change.ts';
export { comesBackOn, isShelved, noShelf, shownDueDay, type Shelf } from './shelf.ts';
export { isDue } from './due.ts';
export { studyOrder, weakestFirst } from './queue.ts';
export { parameterVersion, predictedRecallOf, predictedRecallOn } from './scheduler.ts';
