import { topicOf, type Envelope } from '@kumbuka/contracts';
import type { ClientSession } from 'mongoose';
import type { TraceContext } from '@kumbuka/runtime/context';
import { inSpan, type SpanDetails } from '@kumbuka/runtime/spans';
import type { Work } from './parse-message.ts';

/** Groups consecutive events of one batch listener; every other event is a run of its own. */
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

/** Context in which a listener runs: its new events name this event as their cause; in a batch, the last one. */
function contextOf({ id, correlationId, traceparent }: Envelope): TraceContext {
  return { correlationId, causationId: id, ...(traceparent ? { traceparent } : {}) };
}

const spanOf = (service: string, { id, type, source }: Envelope, count: number): SpanDetails => ({
  service,
  kind: 'consumer',
  name: `process ${type}`,
  attributes: {
    'messaging.system': 'kafka',
    'messaging.destination.name': topicOf(source),
    'messaging.message.id': id,
    'messaging.batch.message_count': count,
  },
});

async function handleRun(group: string, run: readonly Work[], session: ClientSession): Promise<void> {
  const last = run.at(-1);
  if (!last) return;
  const { event, listener } = last;
  const events = run.map((item) => item.event);
  await inSpan(spanOf(group, event, run.length), contextOf(event), async () =>
    listener.handleMany ? listener.handleMany(events, session) : listener.handle(event, session),
  );
}

/** Runs the listeners of the events, in order, within the transaction. */
export async function handleAll(
  group: string,
  items: readonly Work[],
  session: ClientSession,
): Promise<void> {
  for (const run of runsOf(items)) await handleRun(group, run, session);
}
