export { type Bus, type BusOptions, type ReceivedMessage } from './bus.ts';
export { crashPoints, workCrashPoints, type CrashAt, type CrashPoint } from './crash-points.ts';
export { createTopics } from './create-topics/create-topics.ts';
export {
  createDeadLetterAdmin,
  deadLetterId,
  type DeadLetterAdmin,
} from './dead-letters/dead-letter-admin.ts';
export { type DiscardedDeadLetter } from './dead-letters/dead-letter-dispositions.ts';
export { createEventsAdmin, type EventsAdmin } from './dead-letters/events-admin.ts';
export { isDuplicateKey } from './duplicate-key.ts';
export { eventGauges } from './event-gauges.ts';
export { createConsumer, type EventConsumer } from './inbox/consumer.ts';
export { on, onMany, type Listener, type Session } from './inbox/listener.ts';
export { countParked, listParked, removeParked } from './inbox/parked-aggregates.ts';
export { kafkaAccess, kafkaConfig, type KafkaLogin } from './kafka/access.ts';
export { createBus } from './kafka/create-bus.ts';
export { rebalanceTimeoutMs, sessionTimeoutMs } from './kafka/membership.ts';
export { countMessages, migrateTopics } from './kafka/topics.ts';
export { newEvent } from './outbox/new-event.ts';
export { createOutbox, type Outbox } from './outbox/outbox.ts';
export { createRelay } from './outbox/relay.ts';
export { prepareCollection } from './prepare-collection.ts';
export { prepareForEmptyTopics } from './prepare-for-empty-topics.ts';
export { conflictPauseMs, isConflict } from './transactions/conflict.ts';
export { failSoonWhenLost, failWhenLost, isStoreLost } from './transactions/fail-when-lost.ts';
export { transactOnce } from './transactions/transact.ts';
export { isBrokenConnection, isTransient } from './transactions/transient.ts';
export { isUnavailable } from './transactions/unavailable.ts';
export { uuidV7 } from './uuid.ts';
export { withTimeout } from './with-timeout.ts';
