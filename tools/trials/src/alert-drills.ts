import { databaseOf } from '@kumbuka/contracts';
import { mongoUri } from '@kumbuka/embedded/addresses';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import mongoose from 'mongoose';
import { check, pause, problems } from './checks.ts';
import { evaluate, expressionOf, scrape, type Reading } from './drills/alert.ts';
import { askGraphQL, giveDeck, newLearner, type DeckWithCards, type Learner } from './learner.ts';
import { startModel } from './model.ts';
import { startProduct, withoutLimits, type Product } from './product.ts';

/**
 * Alerts that nothing else tries: each is brought about, its expression is seen to hold for what the process tells at
 * `/metrics`, what the runbook says is done, and it is seen to hold no more.
 */
const patienceMs = 60_000;
const budget = 30_000;
const raisedBudget = 3 * budget;

const dataDir = mkdtempSync(join(tmpdir(), 'kumbuka-alerts-'));
const model = await startModel();
const environment = {
  ...withoutLimits,
  OPENAI_BASE_URL: model.url,
  OPENAI_TOKENS_PER_DAY: String(budget),
  GENERATIONS_PER_MINUTE: '1000',
};

function tellOf(product: Product, service: string): Promise<string> {
  const internalKey = readFileSync(join(dataDir, 'keys', 'internal-key'), 'utf8').trim();
  return scrape(`http://127.0.0.1:${product.ports()[service]}`, internalKey);
}

const readAlert = async (product: Product, alert: string, service: string): Promise<Reading> =>
  evaluate(expressionOf(alert), await tellOf(product, service));

async function untilAlert(
  product: Product,
  alert: string,
  service: string,
  wanted: boolean,
): Promise<Reading> {
  const end = Date.now() + patienceMs;
  let reading = await readAlert(product, alert, service);
  while (reading.isOn !== wanted && Date.now() < end) {
    await pause(50);
    reading = await readAlert(product, alert, service);
  }
  return reading;
}

async function checkAlert(product: Product, alert: string, service: string, wanted: boolean) {
  const { isOn, value } = await untilAlert(product, alert, service, wanted);
  check(isOn === wanted, `${alert} is ${wanted ? 'on' : 'off'} for ${service}: ${Number(value.toFixed(3))}`);
}

const readMetric = async (product: Product, metric: string, service: string): Promise<number> =>
  evaluate(`${metric} > 0`, await tellOf(product, service)).value;

async function untilMetric(product: Product, metric: string, service: string, wanted: number) {
  let value = await readMetric(product, metric, service);
  for (const end = Date.now() + patienceMs; Date.now() < end && value !== wanted; await pause(100))
    value = await readMetric(product, metric, service);
  return value;
}

/** As somebody on duty types it. */
async function runEvents(...words: string[]): Promise<string> {
  const command = new URL('../../stack/bootstrap.mjs', import.meta.url).pathname;
  const child = spawn(process.execPath, [command, 'events', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, KUMBUKA_DATA_DIR: dataDir },
  });
  return text(child.stdout);
}

const studyText = 'Photosynthesis is the process by which plants turn light into sugar and oxygen.';

const generate = (learner: Learner) =>
  learner.call<{ code?: string }>('POST', '/ai/generate', { text: studyText, count: 6 });

/** Learners ask for cards until the budget of the day does not hold another call. */
async function spendTokens(product: Product) {
  for (let n = 0; n < budget / 1_000; n++) {
    const learner = await newLearner(product.rest, 'spender');
    for (let prompts = 0; prompts < 5; prompts++) {
      const { status, body } = await generate(learner);
      if (status !== 200) return body.code;
    }
  }
  return 'nothing was refused';
}

async function drillTokens(product: Product) {
  await checkAlert(product, 'TokensNearlySpent', 'ai', false);
  check(
    (await spendTokens(product)) === 'GENERATION_BUDGET_SPENT',
    'generations are refused once it is spent',
  );
  await checkAlert(product, 'TokensNearlySpent', 'ai', true);
}

/** The runbook: raise the budget, it counts from the next start. */
async function cureTokens(product: Product) {
  await checkAlert(product, 'TokensNearlySpent', 'ai', false);
  const { status } = await generate(await newLearner(product.rest, 'spender'));
  check(status === 200, 'with a greater budget generations go on the same day');
}

const answersAtOnce = 100;
const recordAnswers =
  'mutation ($input: RecordAnswersInput!) { recordAnswers(input: $input) { results { errorCode } } }';

async function answerMany(
  product: Product,
  learner: Learner,
  { deckId, cardIds }: DeckWithCards,
  calls: number,
) {
  for (let n = 0; n < calls; n++) {
    const answers = Array.from({ length: answersAtOnce }, (_, index) => ({
      deckId: String(deckId),
      flashcardId: String(cardIds[index % cardIds.length]),
      wasCorrect: index % 3 > 0,
      timeSpentMinutes: 0.1,
      clientEventId: randomUUID(),
    }));
    const { status } = await askGraphQL(product.graphql, learner, recordAnswers, { input: { answers } });
    if (status !== 200) throw new Error(`Answers were refused with ${status}.`);
  }
}

/** Admin hears nothing for a while, as if it hung; the runbook: look whether the lag falls. */
async function drillConsumer(product: Product) {
  const learners = 4;
  const calls = 20;
  await checkAlert(product, 'ConsumerBehind', 'admin', false);
  const students = [];
  for (let n = 0; n < learners; n++) {
    const learner = await newLearner(product.rest, 'busy');
    students.push({ learner, deck: await giveDeck(learner, 10) });
  }
  const { admin } = product.pids();
  if (admin === undefined) throw new Error('Admin does not run.');
  process.kill(admin, 'SIGSTOP');
  try {
    await Promise.all(students.map(({ learner, deck }) => answerMany(product, learner, deck, calls)));
    const unpublished = await untilMetric(product, 'events_outbox_waiting', 'study-progress', 0);
    check(unpublished === 0, `${learners * calls * answersAtOnce} answers were published meanwhile`);
  } finally {
    process.kill(admin, 'SIGCONT');
  }
  await checkAlert(product, 'ConsumerBehind', 'admin', true);
  const began = Date.now();
  await checkAlert(product, 'ConsumerBehind', 'admin', false);
  const behind = await untilMetric(product, 'events_consumer_lag', 'admin', 0);
  check(behind === 0, `admin caught up by itself in ${Date.now() - began} ms`);
}

/** A row that nobody can work with stops the events of its user; the runbook: mend, unpark, replay. */
async function drillParked(product: Product) {
  const learner = await newLearner(product.rest, 'parked');
  const store = await mongoose
    .createConnection(mongoUri(product.ports()['mongo'] ?? 0), { dbName: databaseOf('admin') })
    .asPromise();
  const rows = store.collection<{ _id: number; stale: unknown }>('users');
  for (const end = Date.now() + patienceMs; Date.now() < end && !(await rows.findOne({ _id: learner.id }));)
    await pause(50);
  await rows.updateOne({ _id: learner.id }, { $set: { stale: 5 } });
  const before = await readMetric(product, 'events_dead_letters', 'admin');
  const { deckId } = await giveDeck(learner, 1);
  await checkAlert(product, 'AggregatesParked', 'admin', true);
  // Two aggregates of the learner stop: a letter that came after the replay would stay.
  check(
    (await untilMetric(product, 'events_dead_letters', 'admin', before + 2)) > before,
    'the number of DeadLetters rose',
  );
  const lag = await runEvents('lag');
  check(
    lag.includes(`admin gave up on deck:${deckId}`),
    `events -- lag names the aggregate deck:${deckId} and the error`,
  );

  await rows.updateOne({ _id: learner.id }, { $set: { stale: [] } });
  await store.close();
  console.log(`       ${(await runEvents('unpark', 'admin')).trim()}`);
  console.log(`       ${(await runEvents('replay', 'decks')).trim()}`);
  await checkAlert(product, 'AggregatesParked', 'admin', false);
  const left = await untilMetric(product, 'events_dead_letters', 'admin', before);
  check(left === before, `that of DeadLetters is what it was: ${left}`);
}

async function onProduct(env: Record<string, string>, drill: (product: Product) => Promise<void>) {
  const product = await startProduct({
    dataDir,
    patience: 300,
    env: { ...environment, ...env },
    args: ['--split'],
  });
  try {
    await drill(product);
  } finally {
    check((await product.stop()) === 0, 'the product stopped with exit code 0');
  }
}

try {
  await onProduct({}, async (product) => {
    await drillTokens(product);
    await drillParked(product);
    await drillConsumer(product);
  });
  await onProduct({ OPENAI_TOKENS_PER_DAY: String(raisedBudget) }, cureTokens);
} finally {
  await model.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(problems.length === 0 ? 0 : 1);
