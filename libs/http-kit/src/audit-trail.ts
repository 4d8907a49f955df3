import { adminInternalRoutes, ProductError, type RecordedCall } from '@kumbuka/contracts';
import { callService } from './call-service.ts';

/** Operator call to record in the audit log. */
export type AuditedCall = Pick<RecordedCall, 'by' | 'action' | 'ip' | 'requestId'>;
/** Subject of a call: ids and counts, never names or addresses. */
export type AuditedThing = Pick<RecordedCall, 'target' | 'count'>;

/** Audit log of admin, for calls that other processes serve. */
export interface AuditTrail {
  /** Runs a read, then records its outcome. Throws `Unavailable` when that is impossible, so that no read is unseen. */
  read<Result>(call: AuditedCall, work: () => Promise<Result>, about?: AuditedThing): Promise<Result>;
  /**
   * Records the intent, runs the act and records the outcome. If the intent cannot be recorded, the act does not run. An
   * outcome that cannot be recorded is only logged, because the act is done.
   */
  act<Result>(
    call: AuditedCall,
    intent: AuditedThing,
    work: () => Promise<Result>,
    outcomeOf?: (result: Result) => AuditedThing,
  ): Promise<Result>;
  /** Records a call by a caller who is no operator. */
  noteForbidden(call: Omit<AuditedCall, 'by'>): void;
}

interface AuditTrailOptions {
  /** Address of admin. */
  baseUrl: string;
  internalKey: string;
  log: { warn(details: object, message: string): void };
}

const timeoutMs = 2_000;
const codeOf = (error: unknown) => (error instanceof ProductError ? error.code : 'INTERNAL');

export function createAuditTrail({ baseUrl, internalKey, log }: AuditTrailOptions): AuditTrail {
  const admin = callService({ baseUrl, internalKey, timeoutMs });
  const record = (body: RecordedCall) => admin.call(adminInternalRoutes.recordCall, { body });
  const recordOrWarn = (body: RecordedCall) =>
    record(body).catch((err: unknown) => log.warn({ err }, 'the outcome of a call was not recorded'));

  return {
    async read(call, work, about = {}) {
      const result = await work().catch(async (error: unknown) => {
        await recordOrWarn({ ...call, ...about, result: 'failed', code: codeOf(error) });
        throw error;
      });
      await record({ ...call, ...about, result: 'ok' });
      return result;
    },
    async act(call, intent, work, outcomeOf = () => intent) {
      await record({ ...call, ...intent, result: 'started' });
      const result = await work().catch(async (error: unknown) => {
        await recordOrWarn({ ...call, ...intent, result: 'failed', code: codeOf(error) });
        throw error;
      });
      await recordOrWarn({ ...call, ...outcomeOf(result), result: 'ok' });
      return result;
    },
    noteForbidden: (call) =>
      void recordOrWarn({ ...call, by: 'process', result: 'forbidden', code: 'FORBIDDEN' }),
  };
}
