import { isSameSchedule, standardParameters, type Parameters, type ParametersEntry } from '@kumbuka/schedule';
import type { Writing } from '../answer/writing.ts';
import type { Learner, Settings } from './learner.ts';

/** Sets that a learner's row keeps besides the newest: those of decks with settings of their own, mostly. */
const rememberedSets = 20;

type Remembering = Pick<Settings, 'rememberPercent' | 'longestInterval' | 'deckSettings'>;

/** How much of a deck the learner wants to remember, in percent. */
const rememberPercentOf = ({ rememberPercent, deckSettings }: Remembering, deckId: number): number =>
  deckSettings.find((deck) => deck.deckId === deckId)?.rememberPercent ?? rememberPercent;

/** Sets that answers may name without reading the log, newest first. */
export const knownSets = ({ parameters, earlierParameters }: Learner): readonly Parameters[] =>
  parameters ? [parameters, ...earlierParameters] : [];

/** Weights of the next answer: the learner's own, or the defaults. */
export const weightsOf = ({ parameters }: Pick<Learner, 'parameters'>): readonly number[] =>
  parameters?.weights ?? standardParameters.weights;

/** The learner's own weights; `null` for the defaults. */
export const ownWeightsOf = (learner: Pick<Learner, 'parameters'>): readonly number[] | null =>
  weightsOf(learner).join() === standardParameters.weights.join() ? null : weightsOf(learner);

/** What the settings of a learner and a deck ask for; the version is given when it is written. */
export function wantedFor(learner: Learner, deckId: number | null): Parameters {
  const { longestInterval, rememberPercent } = learner;
  const percent = deckId === null ? rememberPercent : rememberPercentOf(learner, deckId);
  return {
    ...standardParameters,
    weights: weightsOf(learner),
    desiredRetention: percent / 100,
    longestInterval,
  };
}

/** Parameters of the next answer to a card of a deck; `null` until the log has them. */
export function parametersFor(learner: Learner, deckId: number): Parameters | null {
  const wanted = wantedFor(learner, deckId);
  return knownSets(learner).find((set) => isSameSchedule(set, wanted)) ?? null;
}

/** Version of the next parameters. */
export const nextVersionOf = ({ parameters }: Pick<Learner, 'parameters'>): number =>
  parameters ? parameters.version + 1 : standardParameters.version;

const parametersEntry = (
  { ownerId, learner }: { ownerId: number; learner: Learner },
  parameters: Parameters,
  { id, now }: Writing,
): ParametersEntry => ({
  kind: 'parameters-changed',
  id,
  userId: ownerId,
  seq: learner.seq + 1,
  recordedAt: now,
  parameters: { ...parameters, version: nextVersionOf(learner) },
});

/** Builds the log entry for new parameters; `null` while the log has those of the deck. */
export function decideParameters(
  { ownerId, learner }: { ownerId: number; learner: Learner },
  deckId: number,
  { id, now }: Writing,
): ParametersEntry | null {
  return parametersFor(learner, deckId)
    ? null
    : parametersEntry({ ownerId, learner }, wantedFor(learner, deckId), { id, now });
}

/** Builds the log entry that gives the learner other weights from the next answer of each card. */
export const decideWeights = (
  state: { ownerId: number; learner: Learner },
  weights: readonly number[],
  writing: Writing,
): ParametersEntry => parametersEntry(state, { ...wantedFor(state.learner, null), weights }, writing);

/** Applies to answers from now on; the schedules of earlier answers keep theirs. */
export const evolveParameters = <State extends { learner: Learner }>(
  state: State,
  { parameters, seq }: ParametersEntry,
): State => ({
  ...state,
  learner: {
    ...state.learner,
    parameters,
    earlierParameters: knownSets(state.learner).slice(0, rememberedSets),
    seq,
  },
});
