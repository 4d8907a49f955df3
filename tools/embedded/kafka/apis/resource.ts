import { kafkaCluster, type KafkaOperation } from '@kumbuka/contracts';
import type { Session } from '../access/session.ts';

/** Resource type of the configuration requests. */
export const RESOURCE = { topic: 2 } as const;

/** Throws the authorization error for a topic's configuration, or for a broker's. */
export function checkResource(
  session: Session,
  operation: KafkaOperation,
  { type, name }: { type: number; name: string },
): void {
  if (type === RESOURCE.topic) session.check(operation, 'topic', name);
  else session.check(operation, 'cluster', kafkaCluster);
}
