import { cardAdded, cardRemoved, deckDeleted, topics, userDeleted, type Envelope } from '@kumbuka/contracts';
import { eventually, startTestKafka, type TestKafka } from '@kumbuka/testing/servers';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBus, migrateTopics, newEvent, type Bus } from './index.ts';
import { silent } from './testing/trial-stack.ts';

const root = new URL('../../../', import.meta.url).pathname;
const guide = readFileSync(join(root, 'docs/events.md'), 'utf8');
const [, example = ''] = /```js\n(.*?)```/s.exec(guide) ?? [];
const slowMs = 40_000;

let kafka: TestKafka;
let bus: Bus;
let folder: string;
let running: ChildProcess;

/** Below node_modules of the repository, so that it finds kafkajs. */
function writeExample() {
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'guide-'));
  writeFileSync(join(folder, 'example.mjs'), example);
}

function start() {
  running = spawn(process.execPath, [join(folder, 'example.mjs')], {
    env: {
      PATH: process.env['PATH'],
      KAFKA_BROKERS: kafka.brokers.join(','),
      STATE: join(folder, 'counts.json'),
    },
    stdio: 'ignore',
  });
}

async function kill() {
  if (running.exitCode !== null) return;
  running.kill('SIGKILL');
  await once(running, 'exit');
}

beforeAll(async () => {
  writeExample();
  kafka = await startTestKafka();
  await migrateTopics({ brokers: kafka.brokers, clientId: 'guide', log: silent, topics });
  bus = createBus({ brokers: kafka.brokers, clientId: 'guide', log: silent });
  start();
}, slowMs);
afterAll(async () => {
  await kill();
  await bus.stop();
  await kafka.end();
  rmSync(folder, { recursive: true, force: true });
}, slowMs);

const at = '2026-03-01T12:00:00.000Z';
let version = 0;
const about = (userId: number, id: number) => ({
  key: userId,
  aggregate: { id, version: ++version },
  occurredAt: new Date(at),
});
const added = (ownerId: number, cardId: number, deckId = 1) =>
  newEvent(cardAdded, {
    ...about(ownerId, cardId),
    data: { cardId, deckId, userId: ownerId, createdAt: at },
  });
const removed = (ownerId: number, cardId: number) =>
  newEvent(cardRemoved, {
    ...about(ownerId, cardId),
    data: { cardId, deckId: 1, userId: ownerId, removedAt: at },
  });
const deckGone = (ownerId: number, deckId: number, cardCount: number) =>
  newEvent(deckDeleted, {
    ...about(ownerId, deckId),
    data: { deckId, userId: ownerId, cardCount, deletedAt: at },
  });
const goneUser = (userId: number) =>
  newEvent(userDeleted, { ...about(userId, userId), data: { userId, deletedAt: at } });

const publish = (topic: string, key: string, ...values: string[]) =>
  bus.publish(
    topic,
    values.map((value) => ({ key, value })),
  );
const publishEvents = async (...events: Envelope[]) => {
  for (const event of events) await publish(`${event.source}.events`, event.key, JSON.stringify(event));
};

/** Number of cards per learner, and of messages that were set aside. */
function counted() {
  const file = join(folder, 'counts.json');
  if (!existsSync(file)) return { cards: {}, aside: 0 };
  const { counts, aside } = JSON.parse(readFileSync(file, 'utf8'));
  return { cards: counts, aside: Object.keys(aside).length };
}
const countingMs = 30_000;

it(
  'the example of the guide counts each event once despite duplicates and other events',
  { timeout: slowMs * 2 },
  async () => {
    const [first, second] = [added(7, 1), added(7, 2)];
    await publishEvents(first, second, first, removed(7, 1), second, added(8, 3));
    await publish('decks.events', '7', 'not json', '{"id":1}', 'null', '');
    await publishEvents(
      { ...added(7, 4), version: 3 },
      { ...added(7, 5), type: 'decks.card-praised' },
      added(7, 6),
    );
    await eventually(() => expect(counted()).toEqual({ cards: { 7: 2, 8: 1 }, aside: 4 }), countingMs);

    await kill();
    const third = added(8, 9);
    await publishEvents(third, first, third);
    start();
    await eventually(() => expect(counted()).toEqual({ cards: { 7: 2, 8: 2 }, aside: 4 }), countingMs);
  },
);

it(
  'a late consumer counts below zero: cards are removed whose creation it never saw',
  { timeout: slowMs * 2 },
  async () => {
    const before = counted();
    await publishEvents(removed(9, 501), removed(9, 502), deckGone(9, 77, 40), added(9, 503, 78));
    const cards = { ...before.cards, 9: 1 };
    await eventually(() => expect(counted()).toEqual({ ...before, cards }), countingMs);
    await publishEvents(deckGone(9, 78, 1));
    await eventually(() => expect(counted()).toEqual(before), countingMs);
  },
);

it(
  'an event that is republished with a new id does not restore a removed card',
  { timeout: slowMs * 2 },
  async () => {
    const before = counted();
    const first = added(10, 601);
    const again = { ...added(10, 601), aggregate: first.aggregate };
    await publishEvents(first, removed(10, 601), again, added(10, 602));
    const cards = { ...before.cards, 10: 1 };
    await eventually(() => expect(counted()).toEqual({ ...before, cards }), countingMs);
    await publishEvents(removed(10, 602));
    await eventually(() => expect(counted()).toEqual(before), countingMs);
  },
);

it(
  'the example of the guide forgets a deleted user, and late events restore nothing',
  { timeout: slowMs * 2 },
  async () => {
    await publishEvents(goneUser(8));
    await eventually(() => expect(counted()).toEqual({ cards: { 7: 2 }, aside: 4 }), countingMs);
    await publishEvents(added(8, 10), added(7, 11));
    await eventually(() => expect(counted()).toEqual({ cards: { 7: 3 }, aside: 4 }), countingMs);
  },
);
