import type { GroupCommit } from '../storage/group-commit.ts';
import type { CommittedOffset, GroupRows } from '../storage/group-rows.ts';
import { KafkaError } from '../wire/errors.ts';
import { type Group, type JoinResult, memberOf, memberOfGeneration, membersOf, newGroup } from './group.ts';
import { breakPromise, checkJoin, joinGroup, type JoinRequest, requireId } from './joining.ts';
import { createRebalance } from './rebalance.ts';

export type SyncRequest = {
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
  const groups = new Map<string, Group>();

  const save = ({ id, protocolType, generation }: Group) =>
    commit.run(() => rows.save({ id, protocolType, generation }, now()));
  // No request waits for this row, and the commit reports its own failure.
  const rebalance = createRebalance((group) => void save(group).catch(() => undefined));

  const find = (groupId: string): Group | undefined => {
    const row = groups.has(groupId) ? undefined : rows.find(groupId);
    if (row !== undefined) groups.set(groupId, newGroup(groupId, row.protocolType, row.generation));
    return groups.get(groupId);
  };
  const existingGroup = (groupId: string): Group => {
    const group = find(requireId(groupId));
    if (group === undefined) throw new KafkaError('UNKNOWN_MEMBER_ID');
    return group;
  };
  const findOrCreate = (groupId: string): Group => {
    const group = find(groupId) ?? newGroup(groupId);
    groups.set(groupId, group);
    return group;
  };

  return {
    /**
     * Resolves when the rebalance is complete. Throws INVALID_GROUP_ID, INVALID_SESSION_TIMEOUT,
     * INCONSISTENT_GROUP_PROTOCOL, UNKNOWN_MEMBER_ID and MemberIdRequired.
     */
    async join(request: JoinRequest): Promise<JoinResult> {
      checkJoin(request);
      const group = request.memberId === '' ? findOrCreate(request.groupId) : existingGroup(request.groupId);
      return joinGroup(group, rebalance, request);
    },

    /** Returns the assignment. Throws UNKNOWN_MEMBER_ID, ILLEGAL_GENERATION, REBALANCE_IN_PROGRESS. */
    async sync({ groupId, generation, memberId, assignments }: SyncRequest): Promise<Buffer> {
      const group = existingGroup(groupId);
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
      const group = existingGroup(groupId);
      rebalance.keepAlive(group, memberOfGeneration(group, memberId, generation));
      if (group.state === 'PreparingRebalance') throw new KafkaError('REBALANCE_IN_PROGRESS');
    },

    /** Throws UNKNOWN_MEMBER_ID. */
    leave(groupId: string, memberId: string): void {
      const group = existingGroup(groupId);
      const promise = group.promised.get(memberId);
      if (promise !== undefined) return breakPromise(group, rebalance, memberId);
      rebalance.removeMember(group, memberOf(group, memberId));
    },

    /** Throws ILLEGAL_GENERATION, UNKNOWN_MEMBER_ID, REBALANCE_IN_PROGRESS. */
    checkCommit(groupId: string, generation: number, memberId: string): void {
      const group = find(groupId);
      if (group === undefined && generation >= 0) throw new KafkaError('ILLEGAL_GENERATION');
      if (group === undefined || (generation < 0 && group.state === 'Empty')) return;
      rebalance.keepAlive(group, memberOfGeneration(group, memberId, generation));
      if (group.state === 'CompletingRebalance') throw new KafkaError('REBALANCE_IN_PROGRESS');
    },

    /** Settles when the offsets are on disk. */
    commitOffsets(groupId: string, offsets: readonly CommittedOffset[]): Promise<void> {
      const { id, protocolType, generation } = findOrCreate(groupId);
      return commit.run(() => {
        for (const offset of offsets) rows.saveOffset(groupId, offset, now());
        rows.save({ id, protocolType, generation }, now());
      });
    },

    offset: rows.offset,
    offsetsOf: rows.offsetsOf,

    find,

    /** Throws GROUP_ID_NOT_FOUND, NON_EMPTY_GROUP. */
    remove: (groupId: string): Promise<void> =>
      commit.run((transaction) => {
        const group = find(groupId);
        if (group === undefined) throw new KafkaError('GROUP_ID_NOT_FOUND');
        if (group.state !== 'Empty') throw new KafkaError('NON_EMPTY_GROUP');
        rows.remove(groupId);
        transaction.afterCommit(() => groups.delete(groupId));
      }),

    /** Deletes the offsets of groups unused for seven days, and groups without offsets. */
    async sweep(): Promise<void> {
      await commit.run(() => {
        for (const { id, protocolType, generation, state } of groups.values())
          if (state !== 'Empty') rows.save({ id, protocolType, generation }, now());
        rows.expire(now() - OFFSET_RETENTION_MS);
      });
      for (const group of groups.values())
        if (isUnused(group) && rows.find(group.id) === undefined) groups.delete(group.id);
    },

    stop(): void {
      for (const group of groups.values()) clearTimers(group);
    },
  };
}

const isUnused = ({ state, promised }: Group): boolean => state === 'Empty' && promised.size === 0;

function clearTimers(group: Group): void {
  clearTimeout(group.deadline);
  for (const promise of group.promised.values()) clearTimeout(promise);
  for (const { session } of membersOf(group)) clearTimeout(session);
}
