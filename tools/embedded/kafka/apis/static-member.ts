import { KafkaError } from '../wire/errors.ts';

/** Rejects static membership as a Kafka without it does. */
export function rejectStaticMember(instanceId: string | null): void {
  if (instanceId !== null) throw new KafkaError('UNSUPPORTED_VERSION', 'group.instance.id is not supported');
}
