import { KafkaError } from '../wire/errors.ts';

/** Static membership is not here; this is what a Kafka without it answers. */
export function refuseStaticMember(instanceId: string | null): void {
  if (instanceId !== null) throw new KafkaError('UNSUPPORTED_VERSION', 'group.instance.id is not supported');
}
