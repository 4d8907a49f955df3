import { internalHeaders } from '@kumbuka/contracts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** What caused the work at hand: events made meanwhile carry it on. */
export interface TraceContext {
  correlationId: string;
  /** Id of the event that is being handled. */
  causationId?: string;
  /** W3C trace context. */
  traceparent?: string;
}

const storage = new AsyncLocalStorage<TraceContext>();

/** Runs work whose events carry these ids, however deep they are made. */
export const runInContext = <Result>(context: TraceContext, work: () => Result): Result =>
  storage.run(context, work);

/** The context of the work at hand, or a new one outside of any. */
export const currentContext = (): TraceContext => storage.getStore() ?? { correlationId: randomUUID() };

const traceIdIn = (traceparent: string) => traceparent.slice(3, 35);

/** For logs: what leads from one process to the next. */
export function idsAtHand(): Record<string, string> {
  const { correlationId: requestId, traceparent } = storage.getStore() ?? {};
  return {
    ...(requestId === undefined ? {} : { requestId }),
    ...(traceparent === undefined ? {} : { traceId: traceIdIn(traceparent) }),
  };
}

const traceHeader = 'traceparent';
const tracePattern = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

/** The context of a request, from its headers. */
export function contextOfRequest(
  correlationId: string,
  headers: Record<string, string | string[] | undefined>,
): TraceContext {
  const given = headers[traceHeader];
  return typeof given === 'string' && tracePattern.test(given)
    ? { correlationId, traceparent: given }
    : { correlationId };
}

/** Headers by which a process that is asked learns of the work at hand. */
export function traceHeaders({ correlationId, traceparent } = currentContext()): Record<string, string> {
  const trace: Record<string, string> = traceparent === undefined ? {} : { [traceHeader]: traceparent };
  return { [internalHeaders.requestId]: correlationId, ...trace };
}
