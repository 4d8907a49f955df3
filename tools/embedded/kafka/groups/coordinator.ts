import type { GroupCommit } from '../storage/group-commit.ts';
import type { CommittedOffset, GroupRows } from '../storage/group-rows.ts';
import { KafkaError } from '../wire/errors.ts';
import { type Group, type JoinResult, memberOf, memberOfGeneration, membersOf, newGroup } from './group.ts';
import { dropPendingMember, checkJoin, joinGroup, type JoinRequest, requireId } from './joining.ts';
import { createRebalance, type Rebalance } from './rebalance.ts';

type SyncRequest = {
  groupId: string;
  generation: number;
  memberId: string;
  assignments: ReadonlyMap<string, Buffer>;
};

export type Coordinator = ReturnType<typeof createCoordinator>;

/** Kafka's offsets.retention.minutes. */
const OFFSET_RETENTION_MS = 7 * 86_400_000;

/**
 * Consumer groups of the classic protocol and their offsets. Offsets and generations are on disk. Members are in
 * memory and rejoin after a restart.
 */
export function createCoordinator(rows: GroupRows, commit: GroupCommit, now: () => number) {
  const groups = createGroups(rows);
  const save = ({ id, protocolType, generation }: Group) =>
    rows.save({ id, protocolType, generation }, now());
  // No request waits for this row, and the commit reports its own failure.
  const rebalance = createRebalance((group) => void commit.run(() => save(group)).catch(() => undefined));
  return {
    find: groups.find,
    ...membership(groups, rebalance),
    ...offsets({ groups, rebalance, rows, commit, save, now }),
    ...upkeep({ groups, rows, commit, save, now }),
  };
}

/** Groups in memory, each loaded from its row when it is first used. */
function createGroups(rows: GroupRows) {
  const loaded = new Map<string, Group>();
  const find = (groupId: string): Group | undefined => {
    const row = loaded.has(groupId) ? undefined : rows.find(groupId);
    if (row !== undefined) loaded.set(groupId, newGroup(groupId, row.protocolType, row.generation));
    return loaded.get(groupId);
  };
  return {
    find,
    /** Throws INVALID_GROUP_ID, UNKNOWN_MEMBER_ID. */
    existing(groupId: string): Group {
      const group = find(requireId(groupId));
      if (group === undefined) throw new KafkaError('UNKNOWN_MEMBER_ID');
      return group;
    },
    findOrCreate(groupId: string): Group {
      const group = find(groupId) ?? newGroup(groupId);
      loaded.set(groupId, group);
      return group;
    },
    all: () => [...loaded.values()],
    unload: (groupId: string) => loaded.delete(groupId),
  };
}
type Groups = ReturnType<typeof createGroups>;

/** Requests of members. */
const membership = (groups: Groups, rebalance: Rebalance) => ({
  /**
   * Resolves when the rebalance is complete. Throws INVALID_GROUP_ID, INVALID_SESSION_TIMEOUT,
   * INCONSISTENT_GROUP_PROTOCOL, UNKNOWN_MEMBER_ID and MemberIdRequired.
   */
  async join(request: JoinRequest): Promise<JoinResult> {
    checkJoin(request);
    const { groupId, memberId } = request;
    const group = memberId === '' ? groups.findOrCreate(groupId) : groups.existing(groupId);
    return joinGroup(group, rebalance, request);
  },

  /** Returns the assignment. Throws UNKNOWN_MEMBER_ID, ILLEGAL_GENERATION, REBALANCE_IN_PROGRESS. */
  async sync({ groupId, generation, memberId, assignments }: SyncRequest): Promise<Buffer> {
    const group = groups.existing(groupId);
    const member = memberOfGeneration(group, memberId, generation);
    if (group.state === 'PreparingRebalance') throw new KafkaError('REBALANCE_IN_PROGRESS');
    rebalance.keepAlive(group, member);
    if (group.state === 'Stable') return member.assignment;
    member.syncing?.reject(new KafkaError('REBALANCE_IN_PROGRESS'));
    const assignment = new Promise<Buffer>((resolve, reject) => (member.syncing = { resolve, reject }));
    if (memberId === group.leader) rebalance.distribute(group, assignments);
    return assignment;
  },

  /** Throws UNKNOWN_MEMBER_ID, ILLEGAL_GENERATION, REBALANCE_IN_PROGRESS. */
  heartbeat(groupId: string, generation: number, memberId: string): void {
    const group = groups.existing(groupId);
    rebalance.keepAlive(group, memberOfGeneration(group, memberId, generation));
    if (group.state === 'PreparingRebalance') throw new KafkaError('REBALANCE_IN_PROGRESS');
  },

  /** Throws UNKNOWN_MEMBER_ID. */
  leave(groupId: string, memberId: string): void {
    const group = groups.existing(groupId);
    if (group.pendingMembers.has(memberId)) return dropPendingMember(group, rebalance, memberId);
    rebalance.removeMember(group, memberOf(group, memberId));
  },
});

interface Stored {
  groups: Groups;
  rows: GroupRows;
  commit: GroupCommit;
  /** Writes the row of a group within a commit. */
  save(group: Group): void;
  now(): number;
}

/** Committed offsets. */
const offsets = ({ groups, rebalance, rows, commit, save, now }: Stored & { rebalance: Rebalance }) => ({
  /** Throws ILLEGAL_GENERATION, UNKNOWN_MEMBER_ID, REBALANCE_IN_PROGRESS. */
  checkCommit(groupId: string, generation: number, memberId: string): void {
    const group = groups.find(groupId);
    if (group === undefined && generation >= 0) throw new KafkaError('ILLEGAL_GENERATION');
    if (group === undefined || (generation < 0 && group.state === 'Empty')) return;
    rebalance.keepAlive(group, memberOfGeneration(group, memberId, generation));
    if (group.state === 'CompletingRebalance') throw new KafkaError('REBALANCE_IN_PROGRESS');
  },

  /** Settles when the offsets are on disk. */
  commitOffsets(groupId: string, committed: readonly CommittedOffset[]): Promise<void> {
    const group = groups.findOrCreate(groupId);
    return commit.run(() => {
      for (const offset of committed) rows.saveOffset(groupId, offset, now());
      save(group);
    });
  },

  offset: rows.offset,
  offsetsOf: rows.offsetsOf,
});

/** Deletion and retention of groups, and the end of the broker. */
const upkeep = ({ groups, rows, commit, save, now }: Stored) => ({
  /** Throws GROUP_ID_NOT_FOUND, NON_EMPTY_GROUP. */
  remove: (groupId: string): Promise<void> =>
    commit.run((transaction) => {
      const group = groups.find(groupId);
      if (group === undefined) throw new KafkaError('GROUP_ID_NOT_FOUND');
      if (group.state !== 'Empty') throw new KafkaError('NON_EMPTY_GROUP');
      rows.remove(groupId);
      transaction.afterCommit(() => groups.unload(groupId));
    }),

  /** Deletes the offsets of groups unused for seven days, and groups without offsets. */
  async sweep(): Promise<void> {
    await commit.run(() => {
      for (const group of groups.all()) if (group.state !== 'Empty') save(group);
      rows.expire(now() - OFFSET_RETENTION_MS);
    });
    for (const group of groups.all())
      if (isUnused(group) && rows.find(group.id) === undefined) groups.unload(group.id);
  },

  stop(): void {
    for (const group of groups.all()) clearTimers(group);
  },
});

const isUnused = ({ state, pendingMembers }: Group): boolean =>
  state === 'Empty' && pendingMembers.size === 0;

function clearTimers(group: Group): void {
  clearTimeout(group.deadline);
  for (const timer of group.pendingMembers.values()) clearTimeout(timer);
  for (const { session } of membersOf(group)) clearTimeout(session);
}
