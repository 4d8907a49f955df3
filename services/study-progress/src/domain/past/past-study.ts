import type { Day } from '@kumbuka/contracts/study-day';
import {
  activeAnswers,
  dayOfAnswer,
  isOfCard,
  replay,
  standardParameters,
  startOf,
  type AnswerEntry,
  type CardStudy,
  type ParameterSets,
  type ReviewEntry,
} from '@kumbuka/schedule';

/** Study of a card by the entries that were written before an instant. */
export function studyBefore(
  log: readonly ReviewEntry[],
  cardId: number,
  instant: Date,
  sets: ParameterSets,
): CardStudy {
  const earlier = log.filter((entry) => isOfCard(entry, cardId) && entry.recordedAt < instant);
  return replay(activeAnswers(earlier), sets, startOf(earlier)).study;
}

/** Cards that some entries name. */
export const cardsIn = (entries: readonly ReviewEntry[]): number[] => [
  ...new Set(entries.flatMap((entry) => ('cardId' in entry ? [entry.cardId] : []))),
];

/** Version of the parameters that applied before some later entries; `null` when none of them changed it. */
export function versionBefore(since: readonly ReviewEntry[]): number | null {
  const first = since.find((entry) => entry.kind === 'parameters-changed');
  return first ? first.parameters.version - 1 : null;
}

/** Weights of a set of parameters; the defaults where there is none. */
export const weightsOfSet = (sets: ParameterSets, version: number): readonly number[] =>
  sets.get(version)?.weights ?? standardParameters.weights;

/** Answers of a study day that were not undone. */
export const answersOn = (entries: readonly ReviewEntry[], day: Day): AnswerEntry[] =>
  activeAnswers(entries).filter((answer) => dayOfAnswer(answer) === day);

/** Versions of the parameters of some answers. */
export const versionsIn = (entries: readonly ReviewEntry[]): number[] => [
  ...new Set(entries.flatMap((entry) => (entry.kind === 'reviewed' ? [entry.parameterVersion] : []))),
];
