import { KafkaError } from '../wire/errors.ts';

type GroupState = 'Empty' | 'PreparingRebalance' | 'CompletingRebalance' | 'Stable';
export type Protocol = { name: string; metadata: Buffer };

export type JoinResult = {
  generation: number;
  protocolName: string;
  leader: string;
  memberId: string;
  /** All members for the leader, none for the followers. */
  members: { id: string; metadata: Buffer }[];
};

type Waiter<T> = { resolve: (value: T) => void; reject: (error: KafkaError) => void };

export type Member = {
  id: string;
  clientId: string;
  clientHost: string;
  protocols: Protocol[];
  sessionMs: number;
  rebalanceMs: number;
  assignment: Buffer;
  joining?: Waiter<JoinResult> | undefined;
  syncing?: Waiter<Buffer> | undefined;
  session?: NodeJS.Timeout | undefined;
};

export type Group = {
  id: string;
  state: GroupState;
  generation: number;
  protocolType: string;
  protocolName: string;
  leader: string;
  members: Map<string, Member>;
  /** Ids of members that have not rejoined with them yet, each with the timer that drops it. */
  pendingMembers: Map<string, NodeJS.Timeout>;
  deadline?: NodeJS.Timeout | undefined;
};

export const NO_ASSIGNMENT = Buffer.alloc(0);

export const newGroup = (id: string, protocolType = '', generation = 0): Group => ({
  id,
  state: 'Empty',
  generation,
  protocolType,
  protocolName: '',
  leader: '',
  members: new Map(),
  pendingMembers: new Map(),
});

export const membersOf = (group: Group): Member[] => [...group.members.values()];

/** Throws UNKNOWN_MEMBER_ID. */
export function memberOf(group: Group, memberId: string): Member {
  const member = group.members.get(memberId);
  if (member === undefined) throw new KafkaError('UNKNOWN_MEMBER_ID');
  return member;
}

/** Returns a member of the current generation. Throws UNKNOWN_MEMBER_ID, ILLEGAL_GENERATION. */
export function memberOfGeneration(group: Group, memberId: string, generation: number): Member {
  const member = memberOf(group, memberId);
  if (generation !== group.generation) throw new KafkaError('ILLEGAL_GENERATION');
  return member;
}

/** Whether the group would still have a common protocol with this new or rejoining member. */
export function hasCommonProtocol(
  group: Group,
  protocolType: string,
  protocols: Protocol[],
  memberId: string,
): boolean {
  const others = membersOf(group).filter((member) => member.id !== memberId);
  if (group.members.size === 0) return true;
  if (protocolType !== group.protocolType) return false;
  return protocols.some(({ name }) => others.every((member) => supports(member, name)));
}

const supports = (member: Member, protocol: string): boolean =>
  member.protocols.some(({ name }) => name === protocol);

/** Returns the protocol with most votes. Each member votes for its first protocol that all members support. */
export function electProtocol(group: Group): string {
  const members = membersOf(group);
  const votes = new Map<string, number>();
  for (const { protocols } of members) {
    const vote = protocols.find(({ name }) => members.every((member) => supports(member, name)));
    if (vote !== undefined) votes.set(vote.name, (votes.get(vote.name) ?? 0) + 1);
  }
  return [...votes].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}

export const metadataFor = (member: Member, protocol: string): Buffer =>
  member.protocols.find(({ name }) => name === protocol)?.metadata ?? NO_ASSIGNMENT;

export function haveSameProtocols(a: readonly Protocol[], b: readonly Protocol[]): boolean {
  return a.length === b.length && a.every(({ name, metadata }, i) => isProtocol(b[i]!, name, metadata));
}

const isProtocol = (protocol: Protocol, name: string, metadata: Buffer) =>
  protocol.name === name && protocol.metadata.equals(metadata);

export function joinResultFor(group: Group, memberId: string): JoinResult {
  const { generation, protocolName, leader } = group;
  const isLeader = memberId === leader;
  const members = membersOf(group).map((member) => ({
    id: member.id,
    metadata: metadataFor(member, protocolName),
  }));
  return { generation, protocolName, leader, memberId, members: isLeader ? members : [] };
}
