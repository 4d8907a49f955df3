export { createConsumer, type ConsumerOptions, type EventConsumer } from './consumer.ts';
export { currentContext, runInContext, type EventContext } from './context.ts';
export {
  createBus,
  migrateTopics,
  type Bus,
  type BusMessage,
  type BusOptions,
  type ReceivedBatch,
  type ReceivedMessage,
  type TopicPlan,
} from './kafka.ts';
export { on, type Listener } from './listener.ts';
export type { Log } from './log.ts';
export { newEvent, type EventFacts } from './new-event.ts';
export { createOutbox, type Outbox, type OutboxRow } from './outbox.ts';
export { createRelay, type CrashPoint, type NudgeChannel, type Relay, type RelayOptions } from './relay.ts';
export { uuidV7 } from './uuid.ts';
