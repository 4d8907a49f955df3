import { deadLetterTopicOf, envelope, type Envelope, type EventContract } from '@kumbuka/contracts';
import { createBus, uuidV7, type Bus, type ReceivedMessage } from '@kumbuka/event-bus';
import { createLog } from '@kumbuka/runtime';
import { eventually } from './servers/index.ts';
import { goldenExample } from './golden-example.ts';
import type { TestStack } from './stack.ts';

interface Forgery {
  topic: string;
  event: Envelope;
}

const nameOf = ({ topic, event }: Forgery) => `${event.type} on ${topic} as ${event.source}`;

async function exampleOf(contract: EventContract, data: Record<string, unknown>): Promise<Envelope> {
  const example = await goldenExample(contract);
  const fields = Object.entries(data).filter(([name]) => name in example.data);
  return { ...example, id: uuidV7(), data: { ...example.data, ...Object.fromEntries(fields) } };
}

/** Creates forgeries of an event: on every other consumed topic, and with every other source on its own topic. */
async function forgeriesOf(
  contract: EventContract,
  consumed: readonly EventContract[],
  data: Record<string, unknown>,
): Promise<Forgery[]> {
  const others = consumed.filter(({ source }) => source !== contract.source);
  const topics = [...new Set(others.map(({ topic }) => topic))];
  const sources = [...new Set(others.map(({ source }) => source)), 'nobody'];
  const example = () => exampleOf(contract, data);
  return Promise.all([
    ...topics.map(async (topic) => ({ topic, event: await example() })),
    ...sources.map(async (source) => ({ topic: contract.topic, event: { ...(await example()), source } })),
  ]);
}

async function deadLettersOf(bus: Bus, topics: readonly string[]): Promise<ReceivedMessage[]> {
  const found: ReceivedMessage[] = [];
  await bus.subscribe({
    group: `letters-${uuidV7()}`,
    topics: topics.map(deadLetterTopicOf),
    onBatch: async ({ messages, done }) => {
      found.push(...messages);
      done(messages.at(-1)?.offset ?? '0');
    },
  });
  return found;
}

/**
 * Publishes forgeries of every event that a service consumes and waits for as many dead letters. `data` replaces fields
 * of the examples. Returns the types of both.
 */
export async function forge(
  stack: TestStack,
  consumed: readonly EventContract[],
  data: Record<string, unknown> = {},
): Promise<{ sent: string[]; rejected: string[] }> {
  const log = createLog('forger', 'silent');
  const bus = createBus({ brokers: stack.kafka.brokers, clientId: 'forger', log });
  try {
    const all = (await Promise.all(consumed.map((contract) => forgeriesOf(contract, consumed, data)))).flat();
    const deadLetters = await deadLettersOf(bus, [...new Set(consumed.map(({ topic }) => topic))]);
    for (const { topic, event } of all)
      await bus.publish(topic, [{ key: event.key, value: JSON.stringify(event) }]);
    await eventually(() => {
      if (deadLetters.length < all.length)
        throw new Error(`${deadLetters.length} of ${all.length} were rejected.`);
    }, 10_000);
    const rejected = deadLetters.map(({ headers, value }) =>
      nameOf({ topic: headers['origin-topic'] ?? '', event: envelope.parse(JSON.parse(value)) }),
    );
    return { sent: all.map(nameOf).toSorted(), rejected: rejected.toSorted() };
  } finally {
    await bus.stop();
  }
}
