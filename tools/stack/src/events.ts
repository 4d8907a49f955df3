import { databaseOf, topicOf } from '@kumbuka/contracts';
import { createEventsDesk, kafkaAccess, kafkaConfig, letterId, type EventsDesk } from '@kumbuka/event-bus';
import { createLog } from '@kumbuka/http-kit';
import { z } from 'zod';
import { brokersOf, mongoUrlOf } from './places.ts';
import { services } from './services.ts';
import { readSettings } from './settings.ts';

const usage = `npm run events -- tail [service]               events as they come, of the service's topic or of all
npm run events -- lag                          events that wait, by service and topic
npm run events -- dlt [service]                dead letters of the service's topic, or of all
npm run events -- unpark <service> [aggregate] lets a reader take events of the aggregate (type:id) again
npm run events -- replay <service> [letter]    publishes the dead letters of the service's topic again, or one
npm run events -- discard <service> <letter>   puts a dead letter aside for 90 days`;

class UsageWrong extends Error {
  readonly code = 'USAGE_WRONG';
}

const owners = services.filter(({ tier }) => tier === 'service').map(({ name }) => name);
const ownerNamed = (name: string | undefined): string => {
  const found = owners.find((owner) => owner === name);
  if (found === undefined)
    throw new UsageWrong(`${name ?? 'The service'} is not one of ${owners.join(', ')}`);
  return found;
};

/** A command may wait longer than a screen: the machine may be busy with the start of the product. */
const answerMs = 15_000;

function openDesk(): EventsDesk {
  const settings = readSettings(process.env);
  const mongoUrl = mongoUrlOf(settings);
  const { KAFKA_TLS, KAFKA_LOGIN } = settings;
  const KAFKA_BROKERS = brokersOf(settings);
  const access = kafkaAccess(z.object(kafkaConfig).parse({ KAFKA_BROKERS, KAFKA_TLS, KAFKA_LOGIN }));
  const log = createLog('events', 'warn');
  const notesDatabase = databaseOf('admin');
  return createEventsDesk({ ...access, mongoUrl, notesDatabase, clientId: 'events-desk', log, answerMs });
}

async function showLag(desk: EventsDesk) {
  for (const owner of owners) {
    const lags = await desk.lag(owner, owners.map(topicOf));
    for (const { topic, lag } of lags) console.log(`${owner} reads ${topic}: ${lag} wait`);
    for (const { aggregate, error, at } of await desk.parked(databaseOf(owner), owner))
      console.log(`${owner} gave up on ${aggregate} at ${at.toISOString()}: ${error}`);
  }
}

async function showLetters(desk: EventsDesk, name: string | undefined) {
  for (const owner of name === undefined ? owners : [ownerNamed(name)]) {
    const letters = await desk.letters(topicOf(owner));
    const aside = await desk.countDiscarded(topicOf(owner));
    console.log(`${topicOf(owner)}: ${await desk.count(topicOf(owner))} dead letters, ${aside} put aside`);
    for (const letter of letters) {
      const { type = 'no type', id = 'no id', group, reason, attempts, error } = letter.headers;
      const where = `${letterId(letter)} ${letter.headers['failed-at']}`;
      console.log(`  ${where} ${group} ${reason} ${type} ${id} (${attempts} tries)`);
      console.log(`    ${error}`);
    }
  }
}

async function unpark(desk: EventsDesk, name: string | undefined, aggregate: string | undefined) {
  const owner = ownerNamed(name);
  const count = await desk.unpark(databaseOf(owner), owner, aggregate);
  console.log(`${owner} takes events of ${count} aggregates again; replay their dead letters now.`);
}

/** Who decided, in the notes of the desk. */
const by = 'command';

async function replay(desk: EventsDesk, name: string | undefined, letter: string | undefined) {
  const topic = topicOf(ownerNamed(name));
  const { sent, kept } = await desk.replay(topic, by, letter);
  console.log(
    `${topic}: ${sent} dead letters were published again, ${kept} kept (their value was too large).`,
  );
}

async function discard(desk: EventsDesk, name: string | undefined, letter: string | undefined) {
  const topic = topicOf(ownerNamed(name));
  if (letter === undefined) throw new UsageWrong(`Name a letter as dlt does.\n${usage}`);
  const found = await desk.discard(topic, by, letter);
  if (!found) throw new UsageWrong(`${topic} has no dead letter ${letter} any more.`);
  console.log(`${topic}: ${letter} was put aside for 90 days.`);
}

/** Until the terminal ends it. */
async function tail(desk: EventsDesk, name: string | undefined) {
  const topics = (name === undefined ? owners : [ownerNamed(name)]).map(topicOf);
  const following = await desk.follow(topics, ({ topic, partition, offset, value }) =>
    console.log(`${topic} ${partition}-${offset} ${value}`),
  );
  console.error(`Following ${topics.join(', ')}; Ctrl-C ends.`);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await following.stop();
}

async function openPreparedDesk(): Promise<EventsDesk> {
  const desk = openDesk();
  await desk.prepare();
  return desk;
}

async function run([word, first, second]: readonly string[]) {
  switch (word) {
    case 'lag':
      return showLag(openDesk());
    case 'tail':
      return tail(openDesk(), first);
    case 'dlt':
      return showLetters(openDesk(), first);
    case 'unpark':
      return unpark(openDesk(), first, second);
    case 'replay':
      return replay(await openPreparedDesk(), first, second);
    case 'discard':
      return discard(await openPreparedDesk(), first, second);
    default:
      throw new UsageWrong(usage);
  }
}

await run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
