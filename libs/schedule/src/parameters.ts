import { study } from '@kumbuka/contracts/constants';
import { default_w } from 'ts-fsrs';

/** Everything that the schedule of an answer depends on besides the card's earlier answers. */
export interface Parameters {
  /** From 1, without gaps for a learner; each answer names the version that applied to it. */
  version: number;
  /**
   * How intervals follow from the memory state. 1: those of ts-fsrs, which keeps Good above Hard by a day. 2: the
   * interval of the stability, whatever the other answers would have given.
   */
  rule: 1 | 2;
  model: 'fsrs-6';
  weights: readonly number[];
  /** Predicted recall at which a card falls due, 0.7 to 0.97. */
  desiredRetention: number;
  /** Days. */
  longestInterval: number;
}

const longestInterval = 36_500;

/** Version 1: parameters of answers that were recorded before the log named any. */
export const firstParameters: Parameters = {
  version: 1,
  rule: 1,
  model: 'fsrs-6',
  weights: default_w,
  desiredRetention: study.desiredRetention,
  longestInterval,
};

/** Parameters of a learner who has changed nothing. */
export const standardParameters: Parameters = { ...firstParameters, version: 2, rule: 2 };

/** Whether two sets give every answer the same schedule. */
export const isSameSchedule = (a: Parameters, b: Parameters): boolean =>
  a.rule === b.rule &&
  a.model === b.model &&
  a.desiredRetention === b.desiredRetention &&
  a.longestInterval === b.longestInterval &&
  a.weights.join() === b.weights.join();

/** Sets of parameters by version, as the answers of a card need them. */
export type ParameterSets = ReadonlyMap<number, Parameters>;

export const parameterSets = (sets: readonly Parameters[]): ParameterSets =>
  new Map([firstParameters, ...sets].map((parameters) => [parameters.version, parameters]));

export function parametersOf(sets: ParameterSets, version: number): Parameters {
  const found = version === 1 ? firstParameters : sets.get(version);
  if (!found) throw new Error(`The log has no parameters of version ${version}.`);
  return found;
}
