import { kafkaCluster, type KafkaOperation } from '@kumbuka/contracts';
import type { Session } from '../access/session.ts';
import { KafkaError } from '../wire/errors.ts';
import { NODE_ID } from './api.ts';

/** Resource types of the configuration requests. */
export const RESOURCE = { topic: 2, broker: 4 } as const;

/** Throws INVALID_REQUEST for the id of a broker that is not this one. */
export function checkBrokerName(name: string): void {
  if (name !== String(NODE_ID))
    throw new KafkaError(
      'INVALID_REQUEST',
      `Unexpected broker id, expected ${NODE_ID}, but received ${name}`,
    );
}

/** Throws the authorization error for a topic's configuration, or for a broker's. */
export function checkResource(
  session: Session,
  operation: KafkaOperation,
  { type, name }: { type: number; name: string },
): void {
  if (type === RESOURCE.topic) session.check(operation, 'topic', name);
  else session.check(operation, 'cluster', kafkaCluster);
}
