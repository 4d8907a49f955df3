import { ProductError, type Page, type PageRequest, type RecordedCall } from '@kumbuka/contracts';
import {
  auditEntry,
  userInTarget,
  type About,
  type AuditEntry,
  type AuditFilter,
  type Call,
} from '../domain/audit/audit.ts';
import type { DirectoryUser } from '../domain/directory/user.ts';
import type { Ports } from './ports.ts';
import { readNames } from './read-users.ts';

type EntryPorts = Pick<Ports, 'audit' | 'newId' | 'now'>;
type OutcomePorts = EntryPorts & Pick<Ports, 'warn'>;

const codeOf = (error: unknown) => (error instanceof ProductError ? error.code : 'INTERNAL');

/** Runs a read of an operator and records its outcome. */
export const auditRead =
  (ports: OutcomePorts) =>
  async <Result>(
    call: Call,
    work: () => Promise<Result>,
    aboutOf: (result: Result) => About = () => ({}),
  ): Promise<Result> => {
    const { audit, newId, now } = ports;
    const result = await work().catch(noteFailure(ports, call));
    const outcome = { result: 'ok', about: aboutOf(result) } as const;
    await audit.append(auditEntry(call, outcome, { id: newId(), at: now() }));
    return result;
  };

/**
 * Records the intent of an action that cannot share a transaction with its audit entry, runs it and records the outcome.
 * If the intent cannot be recorded, the action does not run. An outcome that cannot be recorded is logged, because an
 * action that was done must not look like a failed one.
 */
export const auditAct =
  (ports: OutcomePorts) =>
  async <Result>(
    call: Call,
    intent: About,
    work: () => Promise<Result>,
    aboutOf: (result: Result) => About,
  ): Promise<Result> => {
    const { audit, newId, now } = ports;
    const started = { result: 'started', about: intent } as const;
    await audit.append(auditEntry(call, started, { id: newId(), at: now() }));
    const result = await work().catch(noteFailure(ports, call));
    await recordOutcome(ports, call, { result: 'ok', about: aboutOf(result) });
    return result;
  };

/** For writes that record their success in their own transaction; records only a failure. */
export const auditWrite =
  (ports: OutcomePorts) =>
  <Result>(call: Call, work: () => Promise<Result>): Promise<Result> =>
    work().catch(noteFailure(ports, call));

/** Records what became of a call. Logs when that fails, because the call itself is over. */
async function recordOutcome(
  { audit, newId, now, warn }: OutcomePorts,
  call: Call,
  outcome: Parameters<typeof auditEntry>[1],
): Promise<void> {
  try {
    await audit.append(auditEntry(call, outcome, { id: newId(), at: now() }));
  } catch (error) {
    warn(error, `the outcome of ${call.action} (request ${call.requestId}) was not recorded`);
  }
}

const noteFailure =
  (ports: OutcomePorts, call: Call) =>
  async (error: unknown): Promise<never> => {
    await recordOutcome(ports, call, { result: 'failed', code: codeOf(error) });
    throw error;
  };

/** Records a rejected call, limited per network and minute. */
export const noteForbidden =
  ({ audit, mayNoteForbidden, newId, now }: EntryPorts & Pick<Ports, 'mayNoteForbidden'>) =>
  async (call: Omit<Call, 'by'>): Promise<void> => {
    if (!(await mayNoteForbidden(call.ip))) return;
    const rejected = { result: 'forbidden', code: 'FORBIDDEN' } as const;
    await audit.append(auditEntry({ ...call, by: 'nobody' }, rejected, { id: newId(), at: now() }));
  };

/** Records a call that another process serves. */
export const recordCall =
  (ports: EntryPorts & Pick<Ports, 'mayNoteForbidden'>) =>
  async ({ by, action, ip, requestId, result, code, target, count }: RecordedCall): Promise<void> => {
    const call = { action, ip, requestId };
    if (result === 'forbidden') return noteForbidden(ports)(call);
    const about = { ...(target === undefined ? {} : { target }), ...(count === undefined ? {} : { count }) };
    const outcome = { result, about, ...(code === undefined ? {} : { code }) };
    await ports.audit.append(auditEntry({ ...call, by }, outcome, { id: ports.newId(), at: ports.now() }));
  };

/** Entry with its caller and subject as users; `null` for others, and for users who are not in the directory. */
export interface NamedEntry extends AuditEntry {
  caller: DirectoryUser | null;
  subject: DirectoryUser | null;
}

const idsIn = ({ by, target }: AuditEntry) => [by, userInTarget(target)];

/** Lists a page of entries with the users that they name. */
export const listAudit =
  ({ audit, users }: Pick<Ports, 'audit' | 'users'>) =>
  async (filter: AuditFilter, page: PageRequest): Promise<Page<NamedEntry>> => {
    const found = await audit.list(filter, page);
    const names = await readNames({ users })(found.items.flatMap(idsIn));
    const items = found.items.map((entry) => ({
      ...entry,
      caller: names.get(entry.by) ?? null,
      subject: names.get(userInTarget(entry.target) ?? 0) ?? null,
    }));
    return { ...found, items };
  };
