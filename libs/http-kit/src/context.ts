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
