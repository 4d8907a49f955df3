/**
 * Rebuilds and deletes learners with many cards on a real MongoDB, which aborts transactions after five seconds. Checks
 * that no transaction comes near this limit, because its retries would never end, and that no service keeps rows of the
 * deleted learners.
 */

import { startRealMongo } from '@kumbuka/real-servers/mongo';
import { mongo } from 'mongoose';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { check, endTrial } from '../product/checks.ts';
import { growDeck } from '../product/grown-deck.ts';
import { answerCards, giveDeck, newLearner, type Learner } from '../product/learner.ts';
import { adminKey, deleteUsers, untilDeleted } from '../operators/operator.ts';
import { remainingRowsOf } from '../operators/remaining-rows.ts';
import { runCommand, startProduct, withoutLimits, type Product } from '../product/product.ts';
import { mongodOrNotRun } from '../product/stores.ts';

const cards = 10_000;
const answersEach = 20;
const limitMs = 3_000;
const strategies = ['SLOW', 'FAST', 'TURBO'];
const services = ['decks', 'study-progress', 'ai', 'billing', 'admin'];

let longestMs = 0;
let transactions = 0;

/** Reads the duration of every transaction from the server's log. */
function readLog(log: Readable) {
  createInterface({ input: log }).on('line', (line) => {
    if (!line.includes('"c":"TXN"') || !line.includes('"terminationCause"')) return;
    const { attr } = JSON.parse(line) as { attr: { durationMillis: number } };
    transactions += 1;
    longestMs = Math.max(longestMs, attr.durationMillis);
  });
}

function checkDurations(what: string) {
  check(
    transactions > 0 && longestMs < limitMs,
    `${what}: ${transactions} transactions of ${longestMs} ms at most`,
  );
  longestMs = 0;
  transactions = 0;
}

async function learnerWithManyCards(product: Product): Promise<Learner> {
  const learner = await newLearner(product.rest, 'rich');
  const deck = await growDeck(product, learner, await giveDeck(learner, answersEach), cards);
  await answerCards(learner, deck, answersEach);
  return learner;
}

/** Corrupts all cards' rows, so that the rebuild writes all of them. */
async function spoilCards(uri: string) {
  const client = await new mongo.MongoClient(uri).connect();
  try {
    await client
      .db()
      .collection('projections')
      .updateMany({ kind: 'card' }, { $set: { correct: 99 } });
  } finally {
    await client.close();
  }
}

const server = await startRealMongo(mongodOrNotRun(), { readLog });
process.env['MONGO_URL'] = server.uri('');
try {
  const product = await startProduct({ env: { ...withoutLimits, ADMIN_KEY: adminKey } });
  try {
    const learners: Learner[] = [];
    for (const _ of strategies) learners.push(await learnerWithManyCards(product));
    checkDurations(`growth of ${strategies.length} learners with ${cards} cards`);
    await spoilCards(server.uri('kumbuka_study_progress'));
    for (const service of services) {
      const { code } = await runCommand(product.dataDir, 'rebuild', service, '--swap');
      check(code === 0, `${service} is rebuilt`);
    }
    checkDurations('rebuild of all services');
    for (const [index, strategy] of strategies.entries()) {
      const input = { emails: [learners[index]?.email], strategy, commitPer: 'USER', sleepMs: 0 };
      const { state } = await untilDeleted(product, (await deleteUsers(product, input)).id);
      check(state === 'COMPLETED', `${strategy} deletion of a learner: ${state}`);
      checkDurations(`${strategy} deletion`);
    }
    const remaining = await remainingRowsOf(product, learners);
    check(
      remaining.length === 0,
      `${remaining.length} rows of deleted learners ${remaining.slice(0, 5).join(', ')}`,
    );
  } finally {
    check((await product.stop()) === 0, 'the product stopped with exit code 0');
  }
} finally {
  await server.stop();
}
endTrial('No transaction comes near its time limit.');
