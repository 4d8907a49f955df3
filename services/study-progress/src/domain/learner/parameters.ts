import { standardParameters, type Parameters, type ParametersEntry } from '@kumbuka/schedule';
import type { Writing } from '../answer/decide-answer.ts';
import type { StudyState } from '../study-state.ts';

const isSame = (a: Parameters, b: Parameters) =>
  a.rule === b.rule &&
  a.model === b.model &&
  a.desiredRetention === b.desiredRetention &&
  a.longestInterval === b.longestInterval &&
  a.weights.join() === b.weights.join();

/** Builds the log entry for new parameters; `null` while the learner's present ones apply. */
export function decideParameters(
  { ownerId, learner }: StudyState,
  { id, now }: Writing,
): ParametersEntry | null {
  const present = learner.parameters;
  const version = present ? present.version + 1 : standardParameters.version;
  const wanted = { ...standardParameters, version };
  if (present && isSame(present, wanted)) return null;
  return {
    kind: 'parameters-changed',
    id,
    userId: ownerId,
    seq: learner.seq + 1,
    recordedAt: now,
    parameters: wanted,
  };
}

/** Applies to answers from now on; the schedules of earlier answers keep theirs. */
export const evolveParameters = (state: StudyState, { parameters, seq }: ParametersEntry): StudyState => ({
  ...state,
  learner: { ...state.learner, parameters, seq },
});
