import { ProductError, type Page, type PageRequest } from '@kumbuka/contracts';
import {
  auditEntry,
  type About,
  type AuditEntry,
  type AuditFilter,
  type Call,
} from '../domain/audit/audit.ts';
import type { Ports } from './ports.ts';

const codeOf = (error: unknown) => (error instanceof ProductError ? error.code : 'INTERNAL');

/** Does what an operator asks for and notes it, done or failed. */
export const auditRead =
  ({ audit, newId, now }: Ports) =>
  async <Result>(
    call: Call,
    work: () => Promise<Result>,
    aboutOf: (result: Result) => About = () => ({}),
  ): Promise<Result> => {
    const result = await work().catch(noteFailure({ audit, newId, now }, call));
    const outcome = { result: 'ok', about: aboutOf(result) } as const;
    await audit.append(auditEntry(call, outcome, { id: newId(), at: now() }));
    return result;
  };

/** For calls that note themselves in the transaction of what they do: only their failure is noted here. */
export const auditWrite =
  ({ audit, newId, now }: Ports) =>
  <Result>(call: Call, work: () => Promise<Result>): Promise<Result> =>
    work().catch(noteFailure({ audit, newId, now }, call));

const noteFailure =
  ({ audit, newId, now }: Pick<Ports, 'audit' | 'newId' | 'now'>, call: Call) =>
  async (error: unknown): Promise<never> => {
    const failed = { result: 'failed', code: codeOf(error) } as const;
    await audit.append(auditEntry(call, failed, { id: newId(), at: now() }));
    throw error;
  };

/** Notes a call by somebody who is no operator; of one network only so many a minute. */
export const noteForbidden =
  ({ audit, mayNoteForbidden, newId, now }: Ports) =>
  async (call: Omit<Call, 'by'>): Promise<void> => {
    if (!(await mayNoteForbidden(call.ip))) return;
    const refused = { result: 'forbidden', code: 'FORBIDDEN' } as const;
    await audit.append(auditEntry({ ...call, by: 'nobody' }, refused, { id: newId(), at: now() }));
  };

export const listAudit =
  ({ audit }: Ports) =>
  (filter: AuditFilter, page: PageRequest): Promise<Page<AuditEntry>> =>
    audit.list(filter, page);
