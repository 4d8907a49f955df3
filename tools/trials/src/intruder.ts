import {
  serviceNames,
  subscriptionActivated,
  topicOf,
  userDeleted,
  type ServiceName,
} from '@kumbuka/contracts';
import { kafkaBroker } from '@kumbuka/embedded/addresses';
import { newEvent } from '@kumbuka/event-bus';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { check, endTrial, pause } from './checks.ts';
import { tryMoney } from './intruder/money.ts';
import { answerCards, giveDeck, newLearner, queryGraphQL, type Learner } from './learner.ts';
import { loginOf, plantPoison, publishAs } from './poison.ts';
import { portOf, startProduct } from './product.ts';

/**
 * Attacks a started product (`-- --split`) with addresses, forged events and payments, and reads its files as another
 * user of the machine. Limits, squatters and repeated keys are attacked by the tests of their services.
 */
const product = await startProduct({
  args: process.argv.slice(2),
  env: { READS_PER_MINUTE: '100000000' },
});
const { web, rest, graphql } = product;
const edges = { web, rest, graphql };

const equal = (found: unknown, wanted: unknown, sentence: string) => {
  const [left, right] = [JSON.stringify(found), JSON.stringify(wanted)];
  check(left === right, left === right ? sentence : `${sentence}: ${left} instead of ${right}`);
};

/** Requests a path without normalization, which other HTTP clients apply. */
function readRaw(address: string, path: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    get({ hostname, port, path }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    }).once('error', reject);
  });
}

async function tryAddresses() {
  const climbing = [
    '/decks/..\\internal\\cards\\1',
    '/decks/%2e%2e\\internal\\cards\\1',
    '/decks/..%2finternal%2fcards%2f1',
    '/decks/..\\graphql?query=%7B__typename%7D',
    'https://x@host/decks/..\\internal\\cards\\1',
    '//internal/cards/1',
    '/decks/%',
  ];
  for (const [name, address] of Object.entries(edges)) {
    const responses = await Promise.all(climbing.map((path) => readRaw(address, path)));
    const refused = responses.filter(({ status, body }) => status === 400 && body.includes('"requestId"'));
    equal(refused.length, climbing.length, `${name}: no spelling of a path escapes the public folder`);
    equal((await readRaw(address, '/metrics')).status, 403, `${name}: metrics require the key`);
  }
}

/** Event in the format of auth, for the topic of another service. */
const forgedDeletion = ({ id }: Learner) =>
  JSON.stringify(
    newEvent(userDeleted, {
      key: String(id),
      aggregate: { id, version: 9 },
      occurredAt: new Date(),
      data: { userId: id, deletedAt: new Date().toISOString() },
    }),
  );

async function tryForger(victim: Learner) {
  await answerCards(victim, await giveDeck(victim, 1));
  const read = async () => (await victim.call('GET', '/progress')).body;
  const before = await read();
  const broker = kafkaBroker(portOf(product, 'kafka'));
  for (const source of ['decks', 'study-progress', 'billing'] as const)
    await plantPoison(product.dataDir, broker, source, forgedDeletion(victim));
  await pause(3_000);
  equal(await read(), before, 'a deletion event of another service deletes nothing');
}

/** Event in the format of billing after a payment. */
const forgedPlan = ({ id }: Learner) =>
  JSON.stringify(
    newEvent(subscriptionActivated, {
      key: String(id),
      aggregate: { id, version: 1 },
      occurredAt: new Date(),
      data: {
        userId: id,
        paymentId: crypto.randomUUID(),
        periodStart: new Date().toISOString(),
        periodEnd: new Date(Date.now() + 30 * 86_400_000).toISOString(),
      },
    }),
  );

const isRefused = (name: ServiceName | null, topic: string, value: string): Promise<boolean> =>
  publishAs(name && loginOf(product.dataDir, name), kafkaBroker(portOf(product, 'kafka')), topic, value).then(
    () => false,
    (error: unknown) => /authorization failed/i.test(String(error)),
  );

/** Publishes valid events to a topic as every client except its owner. */
async function tryForeignTopics(victim: Learner) {
  const forgeries = [
    { owner: 'auth', value: forgedDeletion(victim) },
    { owner: 'billing', value: forgedPlan(victim) },
  ] as const;
  for (const { owner, value } of forgeries) {
    const others = serviceNames.filter((name) => name !== owner && name !== 'admin');
    const refused = await Promise.all(
      [null, ...others].map((name) => isRefused(name, topicOf(owner), value)),
    );
    equal(refused.filter(Boolean).length, others.length + 1, `nobody but ${owner} writes ${topicOf(owner)}`);
  }
  await pause(3_000);
  const query = '{ viewer { aiQuota { unlimited } } }';
  const { body } = await queryGraphQL<{ viewer: { aiQuota: { unlimited: boolean } } }>(
    graphql,
    victim,
    query,
    {},
  );
  equal(body.data?.viewer.aiQuota.unlimited, false, 'a forged subscription has no effect');
  check((await victim.call('GET', '/decks')).status === 200, 'a forged deletion removes nothing');
}

/** Finds files and folders that other users of the machine can read. */
const openBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    const isOpen = (statSync(path).mode & 0o077) !== 0;
    if (!entry.isDirectory()) return [];
    return isOpen ? [path] : openBelow(path);
  });

function tryMachine() {
  equal(openBelow(product.dataDir), [], 'no data folder is readable for other users');
  const logs = join(product.dataDir, 'logs');
  const warned = readdirSync(logs).filter((name) => /Warning:/.test(readFileSync(join(logs, name), 'utf8')));
  equal(warned, [], 'no process printed a warning of Node');
}

try {
  const victim = await newLearner(rest, 'victim');
  await tryAddresses();
  await tryForger(victim);
  await tryForeignTopics(victim);
  await tryMoney({ product, equal });
  tryMachine();
} finally {
  check((await product.stop()) === 0, 'the product stopped with exit code 0');
}
endTrial();
