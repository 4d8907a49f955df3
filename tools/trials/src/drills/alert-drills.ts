/**
 * Drills alerts that no other trial covers. For each alert: cause it, check that its expression is true for the metrics
 * of the process, follow the runbook, and check that it is false again.
 */

import { databaseOf } from '@kumbuka/contracts';
import { mongoUri } from '@kumbuka/embedded/addresses';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { check, endTrial, readUntil } from '../product/checks.ts';
import { evaluate, expressionOf, scrape } from './alert.ts';
import {
  answerInputTo,
  queryGraphQL,
  giveDeck,
  newLearner,
  type DeckWithCards,
  type Learner,
} from '../product/learner.ts';
import { startModel } from '../product/model.ts';
import { pidOf, portOf, runCommand, startProduct, withoutLimits, type Product } from '../product/product.ts';

const timeoutMs = 60_000;
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

function metricsOf(product: Product, service: string): Promise<string> {
  const metricsKey = readFileSync(join(dataDir, 'keys', 'metrics-key'), 'utf8').trim();
  return scrape(`http://127.0.0.1:${portOf(product, service)}`, metricsKey);
}

async function checkAlert(product: Product, alert: string, service: string, wanted: boolean) {
  const read = async () => evaluate(expressionOf(alert), await metricsOf(product, service));
  const { isOn, value } = await readUntil(read, (evaluation) => evaluation.isOn === wanted, timeoutMs, 50);
  check(isOn === wanted, `${alert} is ${wanted ? 'on' : 'off'} for ${service}: ${Number(value.toFixed(3))}`);
}

const readMetric = async (product: Product, metric: string, service: string): Promise<number> =>
  evaluate(`${metric} > 0`, await metricsOf(product, service)).value;

const untilMetric = (product: Product, metric: string, service: string, wanted: number) =>
  readUntil(
    () => readMetric(product, metric, service),
    (value) => value === wanted,
    timeoutMs,
  );

const runEvents = async (...words: string[]) => (await runCommand(dataDir, 'events', ...words)).output.trim();

const studyText = 'Photosynthesis is the process by which plants turn light into sugar and oxygen.';

const generate = (learner: Learner) =>
  learner.call<{ prompt_counted?: boolean }>('POST', '/ai/generate', { text: studyText, count: 6 });

/** Generates cards until the model's budget is spent. Returns whether the embedded generator took over. */
async function spendTokens(product: Product): Promise<boolean> {
  for (let n = 0; n < budget / 1_000; n++) {
    const learner = await newLearner(product.rest, 'spender');
    for (let prompts = 0; prompts < 5; prompts++) {
      const { status, body } = await generate(learner);
      if (status !== 200) throw new Error(`A generation returned ${status}.`);
      if (!body.prompt_counted) return true;
    }
  }
  return false;
}

async function drillTokens(product: Product) {
  await checkAlert(product, 'TokensNearlySpent', 'ai', false);
  check(await spendTokens(product), 'the embedded generator takes over once the budget is spent');
  await checkAlert(product, 'TokensNearlySpent', 'ai', true);
}

/** Follows the runbook: raises the budget, which applies from the next start. */
async function raiseBudget(product: Product) {
  await checkAlert(product, 'TokensNearlySpent', 'ai', false);
  const { body } = await generate(await newLearner(product.rest, 'spender'));
  check(body.prompt_counted === true, 'with a greater budget the model is called again on the same day');
}

const answersAtOnce = 100;
const recordAnswers =
  'mutation ($input: RecordAnswersInput!) { recordAnswers(input: $input) { results { errorCode } } }';

async function recordMany(product: Product, learner: Learner, deck: DeckWithCards, calls: number) {
  for (let n = 0; n < calls; n++) {
    const answers = Array.from({ length: answersAtOnce }, (_, index) =>
      answerInputTo(deck, index, index % 3 > 0),
    );
    const { status } = await queryGraphQL(product.graphql, learner, recordAnswers, { input: { answers } });
    if (status !== 200) throw new Error(`Answers were rejected with ${status}.`);
  }
}

/** Stops the consumers of admin for a while, as if they hung. The runbook says to check whether the lag falls. */
async function drillConsumer(product: Product) {
  const learners = 4;
  const calls = 20;
  await checkAlert(product, 'ConsumerBehind', 'admin', false);
  const students = [];
  for (let n = 0; n < learners; n++) {
    const learner = await newLearner(product.rest, 'busy');
    students.push({ learner, deck: await giveDeck(learner, 10) });
  }
  const admin = pidOf(product, 'admin');
  process.kill(admin, 'SIGSTOP');
  try {
    await Promise.all(students.map(({ learner, deck }) => recordMany(product, learner, deck, calls)));
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

/** Breaks a row, which parks the events of its user. The runbook says to repair, unpark and replay. */
async function drillParked(product: Product) {
  const learner = await newLearner(product.rest, 'parked');
  const store = await mongoose
    .createConnection(mongoUri(portOf(product, 'mongo')), { dbName: databaseOf('admin') })
    .asPromise();
  const rows = store.collection<{ _id: number; stale: unknown; isStale: boolean }>('users');
  // Late writes of the learner's sign-up would repair the row that this drill breaks.
  await untilMetric(product, 'events_outbox_waiting', 'auth', 0);
  await untilMetric(product, 'events_consumer_lag', 'admin', 0);
  const fresh = { _id: learner.id, isStale: false };
  check((await readUntil(() => rows.findOne(fresh), Boolean, timeoutMs)) !== null, 'the row is up to date');
  await rows.updateOne({ _id: learner.id }, { $set: { stale: 5 } });
  const before = await readMetric(product, 'events_dead_letters', 'admin');
  const { deckId } = await giveDeck(learner, 1);
  await checkAlert(product, 'AggregatesParked', 'admin', true);
  // Waits for dead letters of both aggregates of the learner, because one after the replay would stay.
  check(
    (await untilMetric(product, 'events_dead_letters', 'admin', before + 2)) > before,
    'the metric of DeadLetters rose',
  );
  const lag = await runEvents('lag');
  check(
    lag.includes(`admin gave up on deck:${deckId}`),
    `events -- lag names the aggregate deck:${deckId} and the error`,
  );

  await rows.updateOne({ _id: learner.id }, { $set: { stale: [] } });
  await store.close();
  console.log(`       ${await runEvents('unpark', 'admin')}`);
  console.log(`       ${await runEvents('replay', 'decks')}`);
  await checkAlert(product, 'AggregatesParked', 'admin', false);
  const left = await untilMetric(product, 'events_dead_letters', 'admin', before);
  check(left === before, `the metric of DeadLetters is back at its former value: ${left}`);
}

async function withProduct(env: Record<string, string>, drill: (product: Product) => Promise<void>) {
  const product = await startProduct({
    dataDir,
    readyWithinSeconds: 300,
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
  await withProduct({}, async (product) => {
    await drillTokens(product);
    await drillParked(product);
    await drillConsumer(product);
  });
  await withProduct({ OPENAI_TOKENS_PER_DAY: String(raisedBudget) }, raiseBudget);
} finally {
  await model.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
endTrial();
