import { rebalanceTimeoutMs, sessionTimeoutMs } from '@kumbuka/event-bus';
import { AssignerProtocol, Kafka, logLevel } from 'kafkajs';
import { check, readUntil } from '../product/checks.ts';
import type { Cluster, ProcessName } from './cluster.ts';

/** Kafka detects a dead member after its session timeout; then the group waits for the others up to the rebalance timeout. */
const documentedMs = sessionTimeoutMs + rebalanceTimeoutMs;
const allowedMs = 3 * documentedMs;

/** Services that consume events. */
const listeners: readonly ProcessName[] = ['decks', 'study-progress', 'billing', 'ai', 'admin'];

interface GroupState {
  members: number;
  /** `topic/partition`, once per assigned member. */
  assigned: string[];
}

function partitionsOf(assignment: Buffer): string[] {
  const decoded = AssignerProtocol.MemberAssignment.decode(assignment);
  return Object.entries(decoded?.assignment ?? {}).flatMap(([topic, partitions]) =>
    partitions.map((partition) => `${topic}/${partition}`),
  );
}

async function readGroups({ broker }: Cluster): Promise<Map<string, GroupState>> {
  const admin = new Kafka({ brokers: [broker], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  const { groups } = await admin.describeGroups([...listeners]).finally(() => admin.disconnect());
  return new Map(
    groups.map(({ groupId, members }) => [
      groupId,
      {
        members: members.length,
        assigned: members.flatMap(({ memberAssignment }) => partitionsOf(memberAssignment)),
      },
    ]),
  );
}

const isShared = ({ members, assigned }: GroupState, wanted: number) =>
  members === wanted && assigned.length > 0 && new Set(assigned).size === assigned.length;

/** Checks that each partition has one member of each group, and that every instance is a member. */
export async function checkGroups(cluster: Cluster, instances: number) {
  const began = performance.now();
  const areShared = (groups: Map<string, GroupState>) =>
    [...groups.values()].every((group) => isShared(group, instances));
  const groups = await readUntil(() => readGroups(cluster), areShared, allowedMs, 200);
  if (!areShared(groups))
    for (const [group, { members, assigned }] of groups)
      console.log(`       ${group}: ${members} members have ${assigned.length} partitions`);
  const partitions = [...groups.values()].reduce((sum, { assigned }) => sum + assigned.length, 0);
  check(
    areShared(groups) && groups.size === listeners.length,
    `${groups.size} groups of ${instances} members have ${partitions} partitions, each with one member, after ${Math.round(performance.now() - began)} ms (documented ${documentedMs})`,
  );
}
