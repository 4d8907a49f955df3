import type { Envelope } from '@kumbuka/contracts';
import type { ClientSession } from 'mongoose';
import { runInContext, type TraceContext } from '@kumbuka/http-kit/context';
import type { Work } from './parse-message.ts';

/** Events that follow each other and share a listener for many; every other event is alone. */
function runsOf(items: readonly Work[]): Work[][] {
  const runs: Work[][] = [];
  for (const item of items) {
    const { handleMany } = item.listener;
    const last = runs.at(-1);
    if (handleMany && last?.[0]?.listener.handleMany === handleMany) last.push(item);
    else runs.push([item]);
  }
  return runs;
}

/** Events that the listener makes point back at what it handles; of several at once, at the last. */
function contextOf({ id, correlationId, traceparent }: Envelope): TraceContext {
  return { correlationId, causationId: id, ...(traceparent ? { traceparent } : {}) };
}

async function handleRun(run: readonly Work[], session: ClientSession): Promise<void> {
  const last = run.at(-1);
  if (!last) return;
  const { event, listener } = last;
  const events = run.map((item) => item.event);
  await runInContext(contextOf(event), () =>
    listener.handleMany ? listener.handleMany(events, session) : listener.handle(event, session),
  );
}

/** Runs the listeners of the events, in order, within the transaction. */
export async function handleAll(items: readonly Work[], session: ClientSession): Promise<void> {
  for (const run of runsOf(items)) await handleRun(run, session);
}
