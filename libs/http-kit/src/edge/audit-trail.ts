import { adminInternalRoutes, ProductError, type RecordedCall } from '@kumbuka/contracts';
import { callService } from '../client/call-service.ts';

/** Operator call to record in the audit log. */
export type AuditCall = Pick<RecordedCall, 'by' | 'action' | 'ip' | 'requestId'>;
/** Data that a call concerns: ids and counts, never names or addresses. */
export type AuditSubject = Pick<RecordedCall, 'target' | 'count'>;

/** Audit log of admin, for calls that other processes serve. */
export interface AuditTrail {
  /** Runs a read, then records its outcome. Throws `Unavailable` when that fails, so that no read goes unrecorded. */
  read<Result>(call: AuditCall, work: () => Promise<Result>, subject?: AuditSubject): Promise<Result>;
  /**
   * Records the intent, runs the act and records the outcome. The act does not run when the intent cannot be recorded. An
   * outcome that cannot be recorded is only logged, because the act is done.
   */
  act<Result>(
    call: AuditCall,
    intent: AuditSubject,
    work: () => Promise<Result>,
    outcomeOf?: (result: Result) => AuditSubject,
  ): Promise<Result>;
  /** Records a call by a caller without the role of an operator. */
  noteForbidden(call: Omit<AuditCall, 'by'>): void;
}

interface AuditTrailOptions {
  /** Address of admin. */
  baseUrl: string;
  internalKey: string;
  log: { warn(details: object, message: string): void };
}

const timeoutMs = 4_500;
const codeOf = (error: unknown) => (error instanceof ProductError ? error.code : 'INTERNAL');

export function createAuditTrail({ baseUrl, internalKey, log }: AuditTrailOptions): AuditTrail {
  const admin = callService({ baseUrl, internalKey, timeoutMs });
  const record = (body: RecordedCall) => admin.call(adminInternalRoutes.recordCall, { body });
  const recordOrWarn = (body: RecordedCall) =>
    record(body).catch((err: unknown) => log.warn({ err }, 'the outcome of a call was not recorded'));

  const runAndRecordFailure = <Result>(call: AuditCall & AuditSubject, work: () => Promise<Result>) =>
    work().catch(async (error: unknown) => {
      await recordOrWarn({ ...call, result: 'failed', code: codeOf(error) });
      throw error;
    });

  return {
    async read(call, work, subject = {}) {
      const result = await runAndRecordFailure({ ...call, ...subject }, work);
      await record({ ...call, ...subject, result: 'ok' });
      return result;
    },
    async act(call, intent, work, outcomeOf = () => intent) {
      await record({ ...call, ...intent, result: 'started' });
      const result = await runAndRecordFailure({ ...call, ...intent }, work);
      await recordOrWarn({ ...call, ...outcomeOf(result), result: 'ok' });
      return result;
    },
    noteForbidden: (call) =>
      void recordOrWarn({ ...call, by: 'process', result: 'forbidden', code: 'FORBIDDEN' }),
  };
}
