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
import {
  answerCards,
  answerInputTo,
  queryGraphQL,
  countOf,
  deckNamed,
  giveDeck,
  newLearner,
  type Learner,
} from './learner.ts';
import { loginOf, plantPoison, publishAs } from './poison.ts';
import { portOf, startProduct } from './product.ts';

/**
 * Attacks a started product (`-- --split`) as an anonymous client, a forger and a greedy account. Repeats every attack
 * that once succeeded.
 */
const loginsAllowed = 20;
const product = await startProduct({
  args: process.argv.slice(2),
  env: { READS_PER_MINUTE: '100000000', IP_LOGINS_PER_5_MINUTES: String(loginsAllowed) },
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

const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
  const response = await fetch(new URL(path, rest), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const { code }: { code?: string } = JSON.parse(await response.text());
  return code ?? response.status;
};

async function tryStrangers() {
  const account = { username: 'nobody', password: 'nyota ya alfajiri 7' };
  for (const email of ['a<script>@ex.org', 'a@ex.org\nBcc: b@ex.org', '<a@ex.org>'])
    equal(
      await post('/signup', { ...account, email }),
      'VALIDATION',
      `${JSON.stringify(email)} is no valid email address`,
    );
  const codes: unknown[] = [];
  for (let n = 0; n <= loginsAllowed; n++) {
    const headers = { 'x-forwarded-for': `41.90.1.${n}`, 'x-real-ip': `41.90.2.${n}` };
    codes.push(await post('/login', { email: `s${n}@example.test`, password: 'a wrong one' }, headers));
  }
  equal(codes.at(-1), 'RATE_LIMITED', 'no header hides the origin of wrong logins');
}

/** Signs up with the address of another person, who then verifies it. */
async function trySquatter() {
  const email = `owner-${crypto.randomUUID()}@example.test`;
  const [squatted, owned] = ['nyoka ya mtego 1', 'mwenye nyumba 2'];
  const logIn = (password: string) => post('/login', { email, password });
  await post('/signup', { email, username: `squatter-${Date.now()}`, password: squatted });
  const response = await fetch(new URL('/forgot-password', rest), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  const { otp_id, dev_code }: { otp_id: string; dev_code: string } = JSON.parse(await response.text());
  await post('/reset-password', { email, otp_id, code: dev_code, new_password: owned });
  equal(
    await logIn(squatted),
    'INVALID_CREDENTIALS',
    'a squatter loses the password to the owner of the address',
  );
  equal(await logIn(owned), 200, 'the owner of the address signs in');
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

const deck = (n: number) => deckNamed(`Deck ${n}`);

async function tryManyWrites(greedy: Learner) {
  const fields = Array.from({ length: 20 }, (_, n) => `a${n}: createDeck(input: $deck) { id }`).join(' ');
  for (let n = 0; n < 10; n++)
    await queryGraphQL(graphql, greedy, `mutation ($deck: CreateDeckInput!) { ${fields} }`, {
      deck: deck(n),
    });
  const made = await countOf(greedy, '/decks');
  check(made > 0 && made <= 120, `20 aliases are 20 writes: ${made} decks in a minute by 10 requests of 20`);
}

interface Recorded {
  recordAnswers: { stats: { xp: number }; results: { errorCode: string | null }[] };
}

async function answerAll(learner: Learner, answers: object[]) {
  const query =
    'mutation ($answers: [AnswerInput!]!) { recordAnswers(input: { answers: $answers }) { stats { xp } results { errorCode } } }';
  const { body } = await queryGraphQL<Recorded>(graphql, learner, query, { answers });
  return body.data?.recordAnswers;
}

async function tryManyAnswers(greedy: Learner) {
  const many = await giveDeck(greedy, 100);
  const batch = (more: () => object = () => ({})) =>
    many.cardIds.map((_, n) => ({ ...answerInputTo(many, n), timeSpentMinutes: 0, ...more() }));
  const named = await answerAll(
    greedy,
    batch(() => ({ sessionId: crypto.randomUUID() })),
  );
  equal(named?.stats.xp, 0, 'a hundred sessions without duration give no XP');
  const [one] = batch(() => ({ sessionId: 'one-session', timeSpentMinutes: 0.1 }));
  const twice = one ? await answerAll(greedy, [one, { ...one, clientEventId: crypto.randomUUID() }]) : null;
  const codes = twice?.results.map(({ errorCode }) => errorCode);
  equal(codes, [null, 'ANSWER_REPEATED'], 'a session can answer a card only once');
  let taken = 102;
  for (let n = 0; n < 12; n++) taken += (await answerAll(greedy, batch()))?.results.length ?? 0;
  check(taken <= 1_200, `${taken} of 1,302 answers were accepted in a minute`);
}

async function tryKeys(learner: Learner) {
  const headers = { authorization: `Bearer ${learner.token}`, 'idempotency-key': crypto.randomUUID() };
  const reversed = Object.fromEntries(Object.entries(deck(1)).reverse());
  const statuses = [];
  for (const body of [deck(1), reversed, deck(2)]) statuses.push(await post('/decks', body, headers));
  equal(
    statuses,
    [201, 201, 'IDEMPOTENCY_KEY_REUSED'],
    'an Idempotency-Key identifies one request, whatever the order of its fields',
  );
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
  const [victim, writer, answerer] = [
    await newLearner(rest, 'victim'),
    await newLearner(rest, 'writer'),
    await newLearner(rest, 'answerer'),
  ];
  await tryAddresses();
  await tryForger(victim);
  await tryForeignTopics(victim);
  await tryKeys(victim);
  await tryManyWrites(writer);
  await tryManyAnswers(answerer);
  await tryMoney({ product, equal });
  await trySquatter();
  await tryStrangers();
  tryMachine();
} finally {
  check((await product.stop()) === 0, 'the product stopped with exit code 0');
}
endTrial();
