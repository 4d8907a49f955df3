export { failSoonWhenLost, failWhenLost } from './transactions/fail-when-lost.ts';
export { isUnavailable } from './transactions/unavailable.ts';
export {
  BusUnavailable,
  MessageTooLarge,
  type Bus,
  type BusMessage,
  type BusOptions,
  type ReceivedBatch,
  type ReceivedMessage,
  type SubscribeOptions,
  type Subscription,
} from './bus.ts';
export { conflictPauseMs, isConflict } from './transactions/conflict.ts';
export { createConsumer, type ConsumerOptions, type EventConsumer } from './inbox/consumer.ts';
export { createEventsAdmin, type EventsAdmin } from './dead-letters/events-admin.ts';
export {
  deadLetterId,
  createDeadLetterAdmin,
  type DeadLetterAdmin,
} from './dead-letters/dead-letter-admin.ts';
export { type DiscardedDeadLetter } from './dead-letters/dead-letter-notes.ts';
export { countParked, listParked, removeParked } from './inbox/parked-aggregates.ts';
export { isDuplicateKey } from './duplicate-key.ts';
export { eventReadings, type EventReading, type EventReadingsOptions } from './event-readings.ts';
export { crashPoints, workCrashPoints, type CrashAt, type CrashPoint } from './crash-points.ts';
export { kafkaAccess, kafkaConfig, type KafkaAccess, type KafkaLogin } from './kafka/access.ts';
export { migrateAccess, type AccessPlan } from './kafka/access-rules.ts';
export { createTopics } from './create-topics/create-topics.ts';
export { createBus } from './kafka/create-bus.ts';
export { rebalanceTimeoutMs, sessionTimeoutMs } from './kafka/membership.ts';
export { prepareForEmptyTopics } from './prepare-for-empty-topics.ts';
export {
  countMessages,
  migrateTopics,
  TopicsRefused,
  type TopicPlan,
  type TopicsOptions,
} from './kafka/topics.ts';
export { DuplicateListener, on, onMany, type Listener, type Session } from './inbox/listener.ts';
export type { Log } from './log.ts';
export { newEvent, type NewEventFields } from './outbox/new-event.ts';
export type { NudgeChannel } from './outbox/nudge-channel.ts';
export { createOutbox, type Outbox, type OutboxLag, type OutboxRow } from './outbox/outbox.ts';
export { prepareCollection } from './prepare-collection.ts';
export { createRelay, type Relay, type RelayOptions } from './outbox/relay.ts';
export { transactOnce } from './transactions/transact.ts';
export { uuidV7 } from './uuid.ts';
