/**
 * The primary of three MongoDB servers steps down, and the next ones are killed and restarted, while learners answer and
 * pay. Checks that no request fails and that nothing is lost or stored twice. Requests wait for the elections.
 */

import { startRealMongo, type RealMongo } from '@kumbuka/real-servers/mongo';
import { mongo } from 'mongoose';
import { check, endTrial, pause, problems, readUntil } from '../product/checks.ts';
import { isDone, takeCalls } from '../drills/under-fault.ts';
import { payerOf } from './write-paths.ts';
import { reportErrors, startProduct, withoutLimits, type Product } from '../product/product.ts';
import { checkStudents, newStudent, study, sumOf, type Student } from '../product/student.ts';
import { mongodOrNotRun } from '../product/stores.ts';

const learners = 8;
const kills = Number(process.env['KILLS'] ?? 2);
const calmMs = 4_000;
/** Maximum pause of answers: the secondaries detect a killed primary after ten seconds and then elect. */
const maxPauseMs = 20_000;
const electedWithinMs = 30_000;

const addressOf = ({ port }: RealMongo) => `127.0.0.1:${port}`;
const direct = (server: RealMongo) =>
  mongo.MongoClient.connect(`mongodb://${addressOf(server)}/?directConnection=true`);

async function initiate(servers: readonly RealMongo[]): Promise<void> {
  const [first] = servers;
  if (!first) return;
  const client = await direct(first);
  const members = servers.map((server, _id) => ({ _id, host: addressOf(server) }));
  await client.db('admin').command({ replSetInitiate: { _id: 'rs0', members } });
  await client.close();
  await primaryOf(servers);
}

async function isPrimary(server: RealMongo): Promise<boolean> {
  const client = await direct(server);
  try {
    return (await client.db('admin').command({ hello: 1 }))['isWritablePrimary'] === true;
  } finally {
    await client.close();
  }
}

async function primaryOf(servers: readonly RealMongo[]): Promise<RealMongo> {
  const find = async () => {
    for (const server of servers) if (await isPrimary(server)) return server;
    return null;
  };
  const found = await readUntil(find, Boolean, electedWithinMs);
  if (!found) throw new Error('The replica set elected no primary.');
  return found;
}

async function stepDown(servers: readonly RealMongo[]) {
  const client = await direct(await primaryOf(servers));
  await client.db('admin').command({ replSetStepDown: 10 });
  await client.close();
}

/** Measures the longest pause between acknowledged answers. The returned function stops and returns it in ms. */
function startPauseMeter(students: readonly Student[]) {
  let last = performance.now();
  let answers = 0;
  let longest = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    const sum = sumOf(students, 'answers');
    if (sum > answers) last = now;
    answers = sum;
  }, 50);
  return () => {
    clearInterval(timer);
    return Math.round(longest);
  };
}

/** Kills the primary. The returned function restarts it as a member. */
async function killPrimary(servers: readonly RealMongo[]) {
  const killed = await primaryOf(servers);
  await killed.kill();
  return () => killed.restart();
}

/** Checks that every request of the students succeeds while the primary is lost, and that answers go on soon. */
async function expectNoFailure(students: readonly Student[], event: string, lose: () => Promise<void>) {
  await pause(calmMs);
  const stopMeter = startPauseMeter(students);
  const before = sumOf(students, 'answers');
  await lose();
  await readUntil(() => sumOf(students, 'answers') > before + 20, Boolean, electedWithinMs);
  const ms = stopMeter();
  check(ms < maxPauseMs, `${event}: answers pause for ${ms} ms`);
  await pause(calmMs);
  const calls = takeCalls(students);
  const rejections = students.flatMap((student) => student.rejections.splice(0));
  const counts = `${event}: ${rejections.length} of ${calls.length} requests failed`;
  check(calls.every(isDone), [counts, ...rejections].join('\n       '));
}

async function disturb(servers: readonly RealMongo[], students: readonly Student[]) {
  await expectNoFailure(students, 'the primary steps down', () => stepDown(servers));
  for (let kill = 1; kill <= kills; kill++) {
    let restart = async () => {};
    await expectNoFailure(students, 'the primary is killed', async () => {
      restart = await killPrimary(servers);
    });
    await restart();
  }
}

async function studyAndPay(product: Product, servers: readonly RealMongo[], store: mongo.MongoClient) {
  const students = await Promise.all(Array.from({ length: learners }, () => newStudent(product, 'replicas')));
  const payers: Awaited<ReturnType<typeof payerOf>>[] = [];
  let isOver = false;
  const paying = async () => {
    while (!isOver) {
      const payer = await createPayer(product, store);
      await payer.pay();
      payers.push(payer);
    }
  };
  const work = [paying(), ...students.map((student) => study(student, () => isOver))];
  await disturb(servers, students).finally(() => (isOver = true));
  await Promise.all(work);
  await checkStudents(product, students);
  const exact = await Promise.all(payers.map((payer) => payer.isExact()));
  check(
    exact.every(Boolean) && exact.length > 2,
    `${exact.length} payments (at least 3), each confirmed once`,
  );
}

/** Creates a payer. Repeats until it succeeds, because a sign-up fails while the replica set has no primary. */
async function createPayer(product: Product, store: mongo.MongoClient) {
  for (;;) {
    const payer = await payerOf(product, store).catch(() => null);
    if (payer) return payer;
    await pause(200);
  }
}

const mongod = mongodOrNotRun();
const servers = await Promise.all([0, 1, 2].map(() => startRealMongo(mongod, { isMember: true })));
try {
  await initiate(servers);
  const url = `mongodb://${servers.map(addressOf).join(',')}/?replicaSet=rs0`;
  const store = await mongo.MongoClient.connect(url);
  const product = await startProduct({ env: { ...withoutLimits, MONGO_URL: url } });
  try {
    await studyAndPay(product, servers, store);
  } finally {
    if (problems.length > 0) reportErrors(product);
    check((await product.stop()) === 0, 'the product stopped with exit code 0');
    await store.close();
  }
} finally {
  await Promise.all(servers.map((server) => server.stop()));
}
endTrial('Nothing lost, nothing twice.');
