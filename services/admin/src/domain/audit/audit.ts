/**
 * Actors without an account: `key` for the admin key, `nobody` for a rejected call, `system` for a job, `command` for a
 * command on the machine, `process` for a caller with the internal key.
 */
export const actorWords = ['key', 'nobody', 'system', 'command', 'process'] as const;
/** Id of an operator, or an actor without an account. */
export type Actor = number | (typeof actorWords)[number];

/** Caller, operation and address of a call. */
export interface Call {
  by: Actor;
  action: string;
  ip: string;
  requestId: string;
}

/** Subject of a call: ids and counts, never names, addresses or search texts. */
export interface About {
  target?: string;
  count?: number;
}

/** `started` precedes an action that cannot share a transaction with its audit entry. */
export const auditResults = ['started', 'ok', 'forbidden', 'failed'] as const;
export type AuditResult = (typeof auditResults)[number];

/** Entry of the audit log, which is append-only. */
export interface AuditEntry extends Call {
  id: string;
  at: Date;
  target: string | null;
  count: number | null;
  result: AuditResult;
  /** Error code. */
  code: string | null;
}

/**
 * Read-only operations of this service and of the services that record their calls here. Operators can hide reads, so
 * an operation that is missing here counts as a change.
 */
export const readActions = [
  'readAdminStats',
  'listUsers',
  'adminStats',
  'adminUsers',
  'adminUser',
  'adminDays',
  'adminFunnel',
  'adminDeletion',
  'adminDemoBatch',
  'adminRuns',
  'adminAudit',
  'adminEventDesk',
  'adminDeadLetters',
  'refunds',
  'userPayments',
  'revenue',
  'confirmedPayments',
  'findPayments',
  'generationCosts',
  'userGenerations',
] as const;

/** Target of a call about one user. */
export const userTarget = (id: number) => `user ${id}`;

/** Returns the id of the user in a target, or `null` for any other target. */
export function userInTarget(target: string | null): number | null {
  const [, id] = /^user ([1-9]\d{0,15})$/.exec(target ?? '') ?? [];
  return id === undefined ? null : Number(id);
}

export interface AuditFilter {
  action?: string | undefined;
  by?: Actor | undefined;
  /** Calls by this user and about this user. */
  userId?: number | undefined;
  /** Hides successful reads, but not rejected and failed ones. */
  hideReads?: boolean | undefined;
  result?: AuditResult | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

const escaped = (text: string) =>
  text.replaceAll(/\p{Cc}/gu, (sign) => `\\u${sign.codePointAt(0)?.toString(16).padStart(4, '0')}`);
const longest = 200;

export interface Outcome {
  result: AuditResult;
  code?: string;
  about?: About;
}

export const auditEntry = (
  call: Call,
  { result, code, about = {} }: Outcome,
  origin: { id: string; at: Date },
): AuditEntry => ({
  ...origin,
  by: call.by,
  action: call.action,
  ip: escaped(call.ip),
  requestId: escaped(call.requestId),
  target: about.target === undefined ? null : escaped(about.target).slice(0, longest),
  count: about.count ?? null,
  result,
  code: code ?? null,
});
