import { addressVariable, republishedPrefix, type ServiceName } from '@kumbuka/contracts';
import { createBus, migrateTopics } from '@kumbuka/event-bus';
import { parseArgs } from 'node:util';
import { UsageError } from '../run-command.ts';
import { recordAct, runningService, type RunningService } from '../running-service.ts';
import { busOptions } from './events-admin.ts';
import { republishable, republishState } from './republish.ts';

const dayMs = 86_400_000;
const keptDays = 14;

function neededService(name: ServiceName): RunningService {
  const found = runningService(name);
  if (found) return found;
  const hint = `start the product, or name it by ${addressVariable(name)} and INTERNAL_KEY`;
  throw new UsageError(`${name} does not run; ${hint}.`);
}

async function publishState(service: (typeof republishable)[number], topic: string): Promise<number> {
  const options = busOptions();
  const plan = { name: topic, partitions: 6, retentionMs: keptDays * dayMs };
  await migrateTopics({
    ...options,
    topics: [plan],
    replication: Number(process.env['KAFKA_REPLICATION'] ?? 1),
  });
  const bus = createBus(options);
  try {
    return await republishState(service, neededService, bus, topic);
  } finally {
    await bus.stop();
  }
}

/**
 * Publishes the current state of a service. Rejects the topics of the product, whose consumers expect no repeats of old
 * state.
 */
export async function publishStateOf(words: readonly string[]) {
  const { values } = parseArgs({
    args: [...words],
    options: { service: { type: 'string' }, to: { type: 'string' } },
  });
  const service = republishable.find((each) => each === values.service);
  if (service === undefined) throw new UsageError(`--service is one of ${republishable.join(', ')}.`);
  const topic = values.to ?? '';
  if (!topic.startsWith(republishedPrefix) || !/^[a-z0-9.-]{1,100}$/.test(topic))
    throw new UsageError(`--to is a topic whose name begins with ${republishedPrefix}`);
  const count = await recordAct(
    'republishEvents',
    `${service} ${topic}`,
    () => publishState(service, topic),
    Number,
  );
  console.log(
    `${topic}: ${count} events with the current state of ${service}; the topic keeps them for ${keptDays} days.`,
  );
}
