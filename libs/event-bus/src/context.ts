import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** What caused the work at hand: events made meanwhile carry it on. */
export interface EventContext {
  correlationId: string;
  causationId?: string;
}

const storage = new AsyncLocalStorage<EventContext>();

export const runInContext = <Result>(context: EventContext, work: () => Result): Result =>
  storage.run(context, work);

export const currentContext = (): EventContext => storage.getStore() ?? { correlationId: randomUUID() };
