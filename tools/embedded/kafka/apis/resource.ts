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
