import { kafkaCluster, type KafkaOperation } from '@kumbuka/contracts/events/access';
import type { Session } from '../access/session.ts';

/** Resource type of the configuration requests. */
export const RESOURCE = { topic: 2 } as const;

/** Throws unless the session may do this with the configuration of a topic or, for other types, of the cluster. */
export function checkResource(
  session: Session,
  operation: KafkaOperation,
  { type, name }: { type: number; name: string },
): void {
  if (type === RESOURCE.topic) session.check(operation, 'topic', name);
  else session.check(operation, 'cluster', kafkaCluster);
}
