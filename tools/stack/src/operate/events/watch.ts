import { databaseOf, topicOf } from '@kumbuka/contracts';
import type { ReceivedMessage } from '@kumbuka/event-bus';
import { parseArgs } from 'node:util';
import { UsageError } from '../run-command.ts';
import { openAdmin, ownerNamed, owners } from './events-admin.ts';

/** Prints how far each service is behind, and which aggregates it has parked. */
export async function showLag() {
  const admin = openAdmin();
  for (const owner of owners) {
    const lags = await admin.lag(owner, owners.map(topicOf));
    for (const { topic, lag } of lags) console.log(`${owner} reads ${topic}: lag ${lag}`);
    for (const { aggregate, topic, error, at } of await admin.parked(databaseOf(owner), owner))
      console.log(`${owner} gave up on ${aggregate} of ${topic} at ${at.toISOString()}: ${error}`);
  }
}

function timeOf(text: string): Date {
  const time = new Date(text === 'beginning' ? 0 : text);
  if (Number.isNaN(time.getTime())) throw new UsageError(`${text} is neither beginning nor a time.`);
  return time;
}

/** Prints events until the terminal ends the command. */
export async function tail(words: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: { from: { type: 'string' } },
    allowPositionals: true,
  });
  const [name] = positionals;
  const topics = (name === undefined ? owners : [ownerNamed(name)]).map(topicOf);
  const show = ({ topic, partition, offset, value }: ReceivedMessage) =>
    console.log(`${topic} ${partition}-${offset} ${value}`);
  const following = await openAdmin().follow(
    topics,
    show,
    values.from === undefined ? undefined : timeOf(values.from),
  );
  console.error(`Following ${topics.join(', ')}; Ctrl-C ends.`);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await following.stop();
}
