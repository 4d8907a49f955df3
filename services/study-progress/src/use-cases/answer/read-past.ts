import {
  activeAnswers,
  isOfCard,
  parameterSets,
  startOf,
  type AnswerEntry,
  type ReviewEntry,
} from '@kumbuka/schedule';
import { knownSets } from '../../domain/learner/parameters.ts';
import type { CardPast, StudyState } from '../../domain/study-state.ts';
import type { ReviewStore } from '../ports.ts';

type LogReader = Pick<ReviewStore, 'ofCards' | 'parameters'>;
export type CardHistory = Pick<CardPast, 'answers' | 'start' | 'sets'>;

/** Versions of parameters that are neither built in nor in the learner's row. */
function unknownVersions(answers: readonly AnswerEntry[], { learner }: StudyState): number[] {
  const loaded = new Set([1, ...knownSets(learner).map(({ version }) => version)]);
  const versions = new Set(answers.map(({ parameterVersion }) => parameterVersion));
  return [...versions].filter((version) => !loaded.has(version));
}

/** History of one card in the log: its active answers, and their parameters. */
export async function historyOf(
  reviews: Pick<LogReader, 'parameters'>,
  state: StudyState,
  cardId: number,
  log: readonly ReviewEntry[],
): Promise<CardHistory> {
  const entries = log.filter((entry) => isOfCard(entry, cardId));
  const answers = activeAnswers(entries);
  const versions = unknownVersions(answers, state);
  const sets = versions.length === 0 ? [] : await reviews.parameters(state.ownerId, versions);
  return { answers, start: startOf(entries), sets: parameterSets(sets) };
}

/** Reads what a replay of some cards needs. */
export async function readHistories(
  reviews: LogReader,
  state: StudyState,
  cardIds: readonly number[],
): Promise<(CardHistory & { cardId: number })[]> {
  if (cardIds.length === 0) return [];
  const log = await reviews.ofCards(state.ownerId, cardIds);
  const histories = [];
  for (const cardId of cardIds) histories.push({ cardId, ...(await historyOf(reviews, state, cardId, log)) });
  return histories;
}
