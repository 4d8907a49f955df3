import { internalHeaders } from '@kumbuka/contracts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** Origin of the current work; its events contain these ids. */
export interface TraceContext {
  correlationId: string;
  /** Id of the event that is being handled. */
  causationId?: string;
  /** W3C trace context. */
  traceparent?: string;
}

const storage = new AsyncLocalStorage<TraceContext>();

/** Runs work in a context, which all its calls inherit. */
export const runInContext = <Result>(context: TraceContext, work: () => Result): Result =>
  storage.run(context, work);

/** Context of the current work, or a new one. */
export const currentContext = (): TraceContext => storage.getStore() ?? { correlationId: randomUUID() };

const traceIdIn = (traceparent: string) => traceparent.slice(3, 35);

/** Ids of the current work for log lines, which connect the lines of several processes. */
export function contextIds(): Record<string, string> {
  const { correlationId: requestId, traceparent } = storage.getStore() ?? {};
  return {
    ...(requestId === undefined ? {} : { requestId }),
    ...(traceparent === undefined ? {} : { traceId: traceIdIn(traceparent) }),
  };
}

const traceHeader = 'traceparent';
const tracePattern = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

/** Context from the headers of a request. */
export function contextOfRequest(
  correlationId: string,
  headers: Record<string, string | string[] | undefined>,
): TraceContext {
  const received = headers[traceHeader];
  return typeof received === 'string' && tracePattern.test(received)
    ? { correlationId, traceparent: received }
    : { correlationId };
}

/** Headers that pass the context to another process. */
export function traceHeaders({ correlationId, traceparent } = currentContext()): Record<string, string> {
  const trace: Record<string, string> = traceparent === undefined ? {} : { [traceHeader]: traceparent };
  return { [internalHeaders.requestId]: correlationId, ...trace };
}
