import { randomUUID } from 'node:crypto';
import { KafkaError } from '../wire/errors.ts';
import {
  hasCommonProtocol,
  type Group,
  haveSameProtocols,
  type JoinResult,
  joinResultFor,
  type Member,
  memberOf,
  NO_ASSIGNMENT,
  type Protocol,
} from './group.ts';
import type { Rebalance } from './rebalance.ts';

export type JoinRequest = {
  groupId: string;
  memberId: string;
  sessionMs: number;
  rebalanceMs: number;
  protocolType: string;
  protocols: Protocol[];
  clientId: string;
  clientHost: string;
};

/** The member must join again with the id of this error. */
export class MemberIdRequired extends KafkaError {
  readonly memberId: string;

  constructor(memberId: string) {
    super('MEMBER_ID_REQUIRED');
    this.memberId = memberId;
  }
}

const MIN_SESSION_MS = 1_000;
const MAX_SESSION_MS = 1_800_000;

/** Throws INVALID_GROUP_ID. */
export function requireId(groupId: string): string {
  if (groupId === '') throw new KafkaError('INVALID_GROUP_ID');
  return groupId;
}

/** Throws INVALID_GROUP_ID, INVALID_SESSION_TIMEOUT, INCONSISTENT_GROUP_PROTOCOL. */
export function checkJoin({ groupId, sessionMs, protocolType, protocols }: JoinRequest): void {
  requireId(groupId);
  if (sessionMs < MIN_SESSION_MS || sessionMs > MAX_SESSION_MS)
    throw new KafkaError('INVALID_SESSION_TIMEOUT');
  if (protocolType === '' || protocols.length === 0) throw new KafkaError('INCONSISTENT_GROUP_PROTOCOL');
}

/** Resolves when the rebalance is complete. Throws INCONSISTENT_GROUP_PROTOCOL, UNKNOWN_MEMBER_ID and MemberIdRequired. */
export async function joinGroup(
  group: Group,
  rebalance: Rebalance,
  request: JoinRequest,
): Promise<JoinResult> {
  const { memberId, protocolType, protocols } = request;
  if (!hasCommonProtocol(group, protocolType, protocols, memberId))
    throw new KafkaError('INCONSISTENT_GROUP_PROTOCOL');
  if (memberId === '') throw addPendingMember(group, rebalance, request);
  if (group.pendingMembers.has(memberId)) return joinNew(group, rebalance, request);
  return rejoin(group, rebalance, memberOf(group, memberId), request);
}

function addPendingMember(
  group: Group,
  rebalance: Rebalance,
  { clientId, sessionMs }: JoinRequest,
): MemberIdRequired {
  const memberId = `${clientId}-${randomUUID()}`;
  const drop = () => dropPendingMember(group, rebalance, memberId);
  group.pendingMembers.set(memberId, setTimeout(drop, sessionMs).unref());
  return new MemberIdRequired(memberId);
}

/** Drops a member that has not rejoined with its id. */
export function dropPendingMember(group: Group, rebalance: Rebalance, memberId: string): void {
  clearTimeout(group.pendingMembers.get(memberId));
  group.pendingMembers.delete(memberId);
  rebalance.completeWhenAllJoined(group);
}

function joinNew(group: Group, rebalance: Rebalance, request: JoinRequest): Promise<JoinResult> {
  clearTimeout(group.pendingMembers.get(request.memberId));
  group.pendingMembers.delete(request.memberId);
  const { memberId: id, clientId, clientHost, protocols, sessionMs, rebalanceMs, protocolType } = request;
  const member: Member = {
    id,
    clientId,
    clientHost,
    protocols,
    sessionMs,
    rebalanceMs,
    assignment: NO_ASSIGNMENT,
  };
  if (group.members.size === 0) group.protocolType = protocolType;
  group.members.set(id, member);
  return waitForRound(group, rebalance, member);
}

async function rejoin(
  group: Group,
  rebalance: Rebalance,
  member: Member,
  request: JoinRequest,
): Promise<JoinResult> {
  const isUnchanged = haveSameProtocols(member.protocols, request.protocols);
  const { protocols, sessionMs, rebalanceMs } = request;
  const mayKeep =
    group.state === 'CompletingRebalance' || (group.state === 'Stable' && member.id !== group.leader);
  Object.assign(member, { protocols, sessionMs, rebalanceMs });
  if (isUnchanged && mayKeep) return joinResultFor(group, member.id);
  return waitForRound(group, rebalance, member);
}

function waitForRound(group: Group, rebalance: Rebalance, member: Member): Promise<JoinResult> {
  member.joining?.reject(new KafkaError('REBALANCE_IN_PROGRESS'));
  const joined = new Promise<JoinResult>((resolve, reject) => (member.joining = { resolve, reject }));
  rebalance.keepAlive(group, member);
  rebalance.prepare(group);
  return joined;
}
