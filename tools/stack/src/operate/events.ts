import {
  addressVariable,
  databaseOf,
  republishedPrefix,
  topicOf,
  type ServiceName,
} from '@kumbuka/contracts';
import {
  createBus,
  createEventsAdmin,
  kafkaAccess,
  kafkaConfig,
  deadLetterId,
  migrateTopics,
  type BusOptions,
  type ReceivedMessage,
  type EventsAdmin,
} from '@kumbuka/event-bus';
import { createLog } from '@kumbuka/runtime';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { brokersOf, loginOf, mongoUrlOf } from '../run/store-addresses.ts';
import { republishable, republishState } from './republish.ts';
import { auditOfCommands, commandCall, runningService, type RunningService } from './running-service.ts';
import { services } from '../run/services.ts';
import { readSettings } from '../run/settings.ts';

const usage = `npm run admin -- events lag                             unprocessed events by service and topic, and parked aggregates
npm run admin -- events tail [service] [--from <time>]  prints events as they arrive; with --from also earlier ones:
                                                        beginning, or a time such as 2026-03-01T12:00:00Z
npm run admin -- events dlt [service]                   lists the dead letters of the service's topic, or of all
npm run admin -- events unpark <service> [aggregate]    lets the service process events of the aggregate (type:id) again
npm run admin -- events replay <service> [id]           publishes one dead letter of the service's topic again, or all
npm run admin -- events discard <service> <id>          discards a dead letter, which is kept for 90 days
npm run admin -- events republish --service <service> --to ${republishedPrefix}<name>
                                                        publishes the current state of a service as events, for a
                                                        consumer that starts late: ${republishable.join(', ')}`;

class UsageError extends Error {
  readonly code = 'USAGE_WRONG';
}

const owners = services.filter(({ tier }) => tier === 'service').map(({ name }) => name);
const ownerNamed = (name: string | undefined): string => {
  const found = owners.find((owner) => owner === name);
  if (found === undefined)
    throw new UsageError(`${name ?? 'The service'} is not one of ${owners.join(', ')}`);
  return found;
};

/** Timeout of Kafka's responses. It is longer than that of a page, because a starting product may keep the machine busy. */
const responseMs = 15_000;

function busOptions(): BusOptions {
  const settings = readSettings(process.env);
  const { KAFKA_TLS } = settings;
  const KAFKA_BROKERS = brokersOf(settings);
  const KAFKA_LOGIN = loginOf(settings, 'admin');
  const access = kafkaAccess(z.object(kafkaConfig).parse({ KAFKA_BROKERS, KAFKA_TLS, KAFKA_LOGIN }));
  return { ...access, clientId: 'events-desk', log: createLog('events', 'warn') };
}

function openAdmin(): EventsAdmin {
  const mongoUrl = mongoUrlOf(readSettings(process.env));
  const dispositionsDatabase = databaseOf('admin');
  return createEventsAdmin({ ...busOptions(), mongoUrl, dispositionsDatabase, responseMs });
}

async function showLag(admin: EventsAdmin) {
  for (const owner of owners) {
    const lags = await admin.lag(owner, owners.map(topicOf));
    for (const { topic, lag } of lags) console.log(`${owner} reads ${topic}: lag ${lag}`);
    for (const { aggregate, topic, error, at } of await admin.parked(databaseOf(owner), owner))
      console.log(`${owner} gave up on ${aggregate} of ${topic} at ${at.toISOString()}: ${error}`);
  }
}

async function showDeadLetters(admin: EventsAdmin, name: string | undefined) {
  for (const owner of name === undefined ? owners : [ownerNamed(name)]) {
    const deadLetters = await admin.listDeadLetters(topicOf(owner));
    const discarded = await admin.countDiscarded(topicOf(owner));
    console.log(
      `${topicOf(owner)}: ${await admin.count(topicOf(owner))} dead letters, ${discarded} discarded`,
    );
    for (const deadLetter of deadLetters) {
      const { type = 'no type', id = 'no id', group, reason, attempts, error } = deadLetter.headers;
      const where = `${deadLetterId(deadLetter)} ${deadLetter.headers['failed-at']}`;
      console.log(`  ${where} ${group} ${reason} ${type} ${id} (${attempts} attempts)`);
      console.log(`    ${error}`);
    }
  }
}

async function unpark(admin: EventsAdmin, name: string | undefined, aggregate: string | undefined) {
  const owner = ownerNamed(name);
  const target = aggregate === undefined ? owner : `${owner} ${aggregate}`;
  const count = await act('unparkAggregate', target, () => admin.unpark(databaseOf(owner), owner, aggregate));
  console.log(
    `${owner} processes events of ${count} aggregates again. Now replay the dead letters of their topics.`,
  );
}

/** Records the act in the audit log of admin before and after it. */
const act = <Result>(
  action: string,
  target = '',
  work: () => Promise<Result>,
  countOf?: (result: Result) => number,
): Promise<Result> =>
  auditOfCommands().act(commandCall(action), { target }, work, (result) => ({
    target,
    ...(countOf ? { count: countOf(result) } : {}),
  }));

/** Name of the operator in the notes on dead letters. */
const by = 'command';

async function replay(admin: EventsAdmin, name: string | undefined, id: string | undefined) {
  const topic = topicOf(ownerNamed(name));
  const target = id === undefined ? name : `${name} ${id}`;
  const { sent, kept } = await act(
    id === undefined ? 'replayDeadLetters' : 'replayDeadLetter',
    target,
    () => admin.replay(topic, by, id),
    ({ sent }) => sent,
  );
  console.log(
    `${topic}: ${sent} dead letters were published again, ${kept} cannot be replayed and stay (see docs/runbook.md).`,
  );
}

async function discard(admin: EventsAdmin, name: string | undefined, id: string | undefined) {
  const topic = topicOf(ownerNamed(name));
  if (id === undefined) throw new UsageError(`Name the id of a dead letter, which dlt lists.\n${usage}`);
  const found = await act('discardDeadLetter', `${name} ${id}`, () => admin.discard(topic, by, id));
  if (!found) throw new UsageError(`${topic} has no dead letter ${id} any more.`);
  console.log(`${topic}: ${id} was discarded; it is kept for 90 days.`);
}

function timeOf(text: string): Date {
  const time = new Date(text === 'beginning' ? 0 : text);
  if (Number.isNaN(time.getTime())) throw new UsageError(`${text} is neither beginning nor a time.`);
  return time;
}

/** Prints events until the terminal ends the command. */
async function tail(admin: EventsAdmin, words: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...words],
    options: { from: { type: 'string' } },
    allowPositionals: true,
  });
  const [name] = positionals;
  const topics = (name === undefined ? owners : [ownerNamed(name)]).map(topicOf);
  const show = ({ topic, partition, offset, value }: ReceivedMessage) =>
    console.log(`${topic} ${partition}-${offset} ${value}`);
  const following = await admin.follow(
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

/** Rejects the topics of the product, whose consumers expect no repeats of old state. */
async function republish(words: readonly string[]) {
  const { values } = parseArgs({
    args: [...words],
    options: { service: { type: 'string' }, to: { type: 'string' } },
  });
  const service = republishable.find((each) => each === values.service);
  if (service === undefined) throw new UsageError(`--service is one of ${republishable.join(', ')}.`);
  const topic = values.to ?? '';
  if (!topic.startsWith(republishedPrefix) || !/^[a-z0-9.-]{1,100}$/.test(topic))
    throw new UsageError(`--to is a topic whose name begins with ${republishedPrefix}`);
  const count = await act(
    'republishEvents',
    `${service} ${topic}`,
    () => publishState(service, topic),
    Number,
  );
  console.log(
    `${topic}: ${count} events with the current state of ${service}; the topic keeps them for ${keptDays} days.`,
  );
}

async function openPreparedAdmin(): Promise<EventsAdmin> {
  const admin = openAdmin();
  await admin.prepare();
  return admin;
}

async function run([word, ...words]: readonly string[]) {
  const [first, second] = words;
  switch (word) {
    case 'lag':
      return showLag(openAdmin());
    case 'tail':
      return tail(openAdmin(), words);
    case 'dlt':
      return showDeadLetters(openAdmin(), first);
    case 'unpark':
      return unpark(openAdmin(), first, second);
    case 'replay':
      return replay(await openPreparedAdmin(), first, second);
    case 'republish':
      return republish(words);
    case 'discard':
      return discard(await openPreparedAdmin(), first, second);
    default:
      throw new UsageError(usage);
  }
}

await run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
