import { eventually } from './servers/index.ts';
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { TestService } from './test-service.ts';

/** Of `createErasureRace`. */
interface Race {
  run(call: () => Promise<unknown>, erase: () => Promise<unknown>, nth: number): Promise<boolean>;
  findTraces(texts: readonly (number | string)[], except: readonly string[]): Promise<string[]>;
}

export interface Erasures<Learner> {
  race: Race;
  /** Names collections that keep the id of an erased account by design. */
  remaining: readonly string[];
  aLearner(): Promise<Learner>;
  /** Prepares a call in another process, so that only the call itself is held. */
  prepare(learner: Learner): (() => Promise<unknown>) | Promise<() => Promise<unknown>>;
  erase(learner: Learner): Promise<unknown>;
  /** Texts and ids that no row may contain afterwards. */
  textsOf(learner: Learner): readonly (number | string)[];
  /** Runs after the call and the erasure, before the look through the collections. */
  settle?(learner: Learner): Promise<void>;
  /** Checks what may stay in the collections of `remaining`. */
  expectMore?(learner: Learner): Promise<void>;
}

/**
 * Erases a learner before each write of a call in turn, and expects that no row of the learner stays. Returns the number of
 * writes.
 */
export async function eraseBeforeEachWrite<Learner>(erasures: Erasures<Learner>): Promise<number> {
  const { race, remaining, aLearner, prepare, erase, textsOf } = erasures;
  let writes = 0;
  for (let isMore = true; isMore;) {
    const learner = await aLearner();
    const call = await prepare(learner);
    isMore = await race.run(call, () => erase(learner), writes + 1);
    await erasures.settle?.(learner);
    await eventually(async () => {
      expect(await race.findTraces(textsOf(learner), remaining)).toEqual([]);
      await erasures.expectMore?.(learner);
    });
    if (isMore) writes += 1;
  }
  return writes;
}

/** Collections that keep the id of an erased account, by design: events, the record of its deletion, its tombstone. */
export const keptAfterErasure: readonly string[] = ['outbox', 'deletion_steps', 'learners'];

/** Erases a user's data in a service, as a deletion does. */
export async function eraseUser(service: Pick<TestService, 'rest'>, userId: number): Promise<void> {
  const body = { deletionId: randomUUID(), userIds: [userId], dryRun: false };
  await eventually(async () => {
    const step = await service.rest('POST', '/internal/users/deletion', { body });
    expect(step.body?.users?.[0]?.done).toBe(true);
  });
}

/** Attempts of a table of use cases; `null` marks use cases without one. */
export const attemptsIn = <Attempt>(table: Record<string, Attempt | null>): (readonly [string, Attempt])[] =>
  Object.entries(table).flatMap(([name, attempt]) => (attempt ? [[name, attempt] as const] : []));

/** Names of the use cases that a table lacks. */
export function missingIn<Ports>(table: object, createUseCases: (ports: Ports) => object): string[] {
  const noPorts = new Proxy({}, { get: () => () => undefined }) as Ports;
  return Object.keys(createUseCases(noPorts)).filter((name) => !(name in table));
}
