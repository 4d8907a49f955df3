import { clusterRequests } from './cluster-requests.ts';
import { configRequests } from './config-requests.ts';
import { groupRequests } from './group-requests.ts';
import { groupUpkeepRequests } from './group-upkeep-requests.ts';
import { logRequests } from './log-requests.ts';
import { topicRequests } from './topic-requests.ts';
import { openRaw } from './frames.ts';

export type RawKafka = Awaited<ReturnType<typeof rawKafka>>;

/** Opens a raw connection for kafkajs's requests, in the versions that it sends to Kafka 4. */
export async function rawKafka(address: string, clientId?: string) {
  const raw = await openRaw(address, clientId);
  return {
    ...raw,
    ...clusterRequests(raw),
    ...logRequests(raw),
    ...groupRequests(raw),
    ...groupUpkeepRequests(raw),
    ...topicRequests(raw),
    ...configRequests(raw),
  };
}
