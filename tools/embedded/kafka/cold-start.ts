import { KafkaError } from './wire/errors.ts';

export type ColdStart = ReturnType<typeof createColdStart>;

/**
 * Simulates the errors of a Kafka in its first seconds: at first partitions have no leader and groups no coordinator,
 * then the coordinator is found but still loading. Clients must retry.
 */
export function createColdStart(milliseconds: number, monotonic: () => number) {
  const startedAt = monotonic();
  const age = () => monotonic() - startedAt;
  const isElecting = () => age() < milliseconds / 2;

  return {
    /** Throws NOT_LEADER_OR_FOLLOWER. */
    checkLeader() {
      if (isElecting()) throw new KafkaError('NOT_LEADER_OR_FOLLOWER');
    },
    /** Throws COORDINATOR_NOT_AVAILABLE. */
    checkCoordinatorFound() {
      if (isElecting()) throw new KafkaError('COORDINATOR_NOT_AVAILABLE');
    },
    /** Throws NOT_COORDINATOR, then COORDINATOR_LOAD_IN_PROGRESS. */
    checkCoordinatorReady() {
      if (isElecting()) throw new KafkaError('NOT_COORDINATOR');
      if (age() < milliseconds) throw new KafkaError('COORDINATOR_LOAD_IN_PROGRESS');
    },
  };
}
