import { KafkaError } from '../wire/errors.ts';
import { electProtocol, type Group, joinResultFor, type Member, membersOf, NO_ASSIGNMENT } from './group.ts';

export type Rebalance = ReturnType<typeof createRebalance>;

/**
 * Rounds of the classic group protocol: all members join, the leader assigns partitions, all receive their assignment.
 * Calls `onGeneration` for every new generation of a group, also for an empty one.
 */
export function createRebalance(onGeneration: (group: Group) => void) {
  /** Restarts the session of a member. A member that waits for our response does not expire. */
  const keepAlive = (group: Group, member: Member) => {
    clearTimeout(member.session);
    const expire = () => {
      if (member.joining !== undefined || member.syncing !== undefined) keepAlive(group, member);
      else removeMember(group, member);
    };
    member.session = setTimeout(expire, member.sessionMs).unref();
  };

  const prepare = (group: Group) => {
    if (group.state !== 'PreparingRebalance') startRound(group);
    completeWhenAllJoined(group);
  };

  const startRound = (group: Group) => {
    group.state = 'PreparingRebalance';
    for (const member of membersOf(group)) interruptSync(member);
    const rebalanceTimeoutMs = Math.max(0, ...membersOf(group).map(({ rebalanceMs }) => rebalanceMs));
    setDeadline(group, rebalanceTimeoutMs, () => completeRound(group));
  };

  const completeWhenAllJoined = (group: Group) => {
    if (group.state !== 'PreparingRebalance') return;
    const isSomeoneMissing = membersOf(group).some(({ joining }) => joining === undefined);
    if (!isSomeoneMissing && group.pendingMembers.size === 0) completeRound(group);
  };

  const completeRound = (group: Group) => {
    clearTimeout(group.deadline);
    for (const member of membersOf(group)) if (member.joining === undefined) forget(group, member);
    group.generation += 1;
    if (group.members.size === 0) becomeEmpty(group);
    else awaitAssignment(group);
    onGeneration(group);
  };

  const becomeEmpty = (group: Group) => {
    group.state = 'Empty';
    group.protocolName = '';
    group.leader = '';
  };

  const awaitAssignment = (group: Group) => {
    group.state = 'CompletingRebalance';
    group.protocolName = electProtocol(group);
    if (!group.members.has(group.leader)) group.leader = membersOf(group)[0]!.id;
    for (const member of membersOf(group)) respondToJoin(group, member);
    const rebalanceTimeoutMs = Math.max(...membersOf(group).map(({ rebalanceMs }) => rebalanceMs));
    setDeadline(group, rebalanceTimeoutMs, () => dropSilent(group));
  };

  const respondToJoin = (group: Group, member: Member) => {
    member.assignment = NO_ASSIGNMENT;
    member.joining?.resolve(joinResultFor(group, member.id));
    member.joining = undefined;
    keepAlive(group, member);
  };

  /** Removes members that joined but never requested their assignment, so that the others can continue. */
  const dropSilent = (group: Group) => {
    if (group.state !== 'CompletingRebalance') return;
    for (const member of membersOf(group)) if (member.syncing === undefined) forget(group, member);
    prepare(group);
  };

  /** Sends each waiting member its part of the leader's assignment. */
  const distribute = (group: Group, assignments: ReadonlyMap<string, Buffer>) => {
    clearTimeout(group.deadline);
    group.state = 'Stable';
    for (const member of membersOf(group)) {
      member.assignment = assignments.get(member.id) ?? NO_ASSIGNMENT;
      if (member.syncing !== undefined) keepAlive(group, member);
      member.syncing?.resolve(member.assignment);
      member.syncing = undefined;
    }
  };

  const removeMember = (group: Group, member: Member) => {
    forget(group, member);
    prepare(group);
  };

  return { keepAlive, prepare, completeWhenAllJoined, distribute, removeMember };
}

function forget(group: Group, member: Member): void {
  clearTimeout(member.session);
  member.joining?.reject(new KafkaError('UNKNOWN_MEMBER_ID'));
  member.syncing?.reject(new KafkaError('UNKNOWN_MEMBER_ID'));
  member.joining = undefined;
  member.syncing = undefined;
  group.members.delete(member.id);
}

function interruptSync(member: Member): void {
  member.syncing?.reject(new KafkaError('REBALANCE_IN_PROGRESS'));
  member.syncing = undefined;
}

function setDeadline(group: Group, milliseconds: number, action: () => void): void {
  clearTimeout(group.deadline);
  group.deadline = setTimeout(action, milliseconds).unref();
}
