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

/** What the settings of a learner and a deck ask for; the version is given when it is written. */
export function wantedFor(learner: Learner, deckId: number): Parameters {
  const { longestInterval } = learner;
  const desiredRetention = rememberPercentOf(learner, deckId) / 100;
  return { ...standardParameters, desiredRetention, longestInterval };
}

/** Parameters of the next answer to a card of a deck; `null` until the log has them. */
export function parametersFor(learner: Learner, deckId: number): Parameters | null {
  const wanted = wantedFor(learner, deckId);
  return knownSets(learner).find((set) => isSameSchedule(set, wanted)) ?? null;
}

/** Builds the log entry for new parameters; `null` while the log has those of the deck. */
export function decideParameters(
  { ownerId, learner }: { ownerId: number; learner: Learner },
  deckId: number,
  { id, now }: Writing,
): ParametersEntry | null {
  if (parametersFor(learner, deckId)) return null;
  const version = learner.parameters ? learner.parameters.version + 1 : standardParameters.version;
  return {
    kind: 'parameters-changed',
    id,
    userId: ownerId,
    seq: learner.seq + 1,
    recordedAt: now,
    parameters: { ...wantedFor(learner, deckId), version },
  };
}

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
