/**
 * Measures the CPU time of each process and the growth of each collection per learner-minute. A learner-minute contains
 * the requests of the web client for the dashboard, a deck, a session and an answer every ten seconds.
 */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureRelay } from './relay-speed.ts';
import { answerInputTo, giveDeck, newLearner, type DeckWithCards, type Learner } from '../product/learner.ts';
import { cpuSeconds, pause, residentMiB, show } from '../product/measure.ts';
import { requestOperation, screensOf } from '../programs/operations.ts';
import { runCommand, startProduct, withoutLimits, type Product } from '../product/product.ts';

const learners = Number(process.env['LEARNERS'] ?? 12);
const loadSeconds = Number(process.env['SECONDS'] ?? 40);
const idleSeconds = 8;
const cardsEach = 20;
const answersAMinute = 6;
const betweenMs = 100;
const settleMs = 4_000;

interface Student {
  learner: Learner;
  deck: DeckWithCards;
  answered: number;
}

async function enrol({ rest }: Product): Promise<Student> {
  const learner = await newLearner(rest, 'minute');
  return { learner, deck: await giveDeck(learner, cardsEach), answered: 0 };
}

function nextAnswer(student: Student) {
  student.answered += 1;
  const answer = answerInputTo(student.deck, student.answered, student.answered % 5 > 0);
  return { input: { answers: [answer] } };
}

async function spendMinute(graphql: string, student: Student) {
  const run = async (name: string, variables: object) => {
    const problem = await requestOperation({ graphql }, student.learner, name, variables);
    if (problem !== null) throw new Error(`${name} ended with ${problem}.`);
    await pause(betweenMs);
  };
  for (const [name, variables] of Object.entries(screensOf(student.deck))) await run(name, variables);
  for (let n = 0; n < answersAMinute; n++) await run('RecordAnswers', nextAnswer(student));
}

/** Runs learner-minutes one after another. Returns their number. */
async function spendMinutes(graphql: string, students: readonly Student[], seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1_000;
  const counts = students.map(async (student) => {
    let minutes = 0;
    for (; performance.now() < until; minutes++) await spendMinute(graphql, student);
    return minutes;
  });
  return (await Promise.all(counts)).reduce((sum, each) => sum + each, 0);
}

interface File {
  database: string;
  collection: string;
  documents: number;
  bytes: number;
}

/** Returns rows and bytes of every collection in a backup. */
async function sizesOf({ dataDir }: Product): Promise<File[]> {
  const directory = mkdtempSync(join(tmpdir(), 'kumbuka-sizes-'));
  await runCommand(dataDir, 'backup', 'to', directory);
  const { files }: { files: File[] } = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8'));
  rmSync(directory, { recursive: true });
  return files;
}

const timesOf = (product: Product) =>
  Object.entries(product.pids()).map(([name, pid]) => ({ name, pid, seconds: cpuSeconds(pid) }));

/** Returns the CPU seconds of each process since `before`. */
const usedSince = (before: ReturnType<typeof timesOf>) =>
  before.map(({ name, pid, seconds }) => ({ name, pid, used: cpuSeconds(pid) - seconds }));

function reportGrowth(before: readonly File[], after: readonly File[], minutes: number) {
  console.log('\ncollection, rows and bytes per learner-minute');
  for (const { database, collection, documents, bytes } of after) {
    const was = before.find((file) => file.database === database && file.collection === collection);
    const rows = (documents - (was?.documents ?? 0)) / minutes;
    const grown = (bytes - (was?.bytes ?? 0)) / minutes;
    if (grown >= 1)
      console.log(
        `  ${`${database}.${collection}`.padEnd(44)} ${show(rows, 2).padStart(6)} ${show(grown, 0).padStart(7)}`,
      );
  }
}

async function measure(product: Product) {
  const graphql = new URL('/graphql', product.web).href;
  const students: Student[] = [];
  for (let n = 0; n < learners; n++) students.push(await enrol(product));
  await spendMinutes(graphql, students, 5);
  await pause(settleMs);

  const resting = timesOf(product);
  await pause(idleSeconds * 1_000);
  const idle = new Map(usedSince(resting).map(({ name, used }) => [name, used / idleSeconds]));
  const before = await sizesOf(product);

  const began = performance.now();
  const working = timesOf(product);
  const minutes = await spendMinutes(graphql, students, loadSeconds);
  await pause(settleMs);
  const seconds = (performance.now() - began) / 1_000;
  console.log(`${minutes} learner-minutes in ${show(seconds)} s by ${learners} learners`);
  console.log('\nprocess, CPU milliseconds per learner-minute, idle, MiB');
  for (const { name, pid, used } of usedSince(working)) {
    const rest = idle.get(name) ?? 0;
    const ms = (1_000 * (used - rest * seconds)) / minutes;
    console.log(
      `  ${name.padEnd(16)} ${show(ms).padStart(6)} ${show(100 * rest, 2).padStart(6)} % ${show(residentMiB(pid), 0).padStart(5)}`,
    );
  }
  reportGrowth(before, await sizesOf(product), minutes);
}

console.log(`Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model})`);
const product = await startProduct({ args: ['--split'], env: withoutLimits, readyWithinSeconds: 240 });
try {
  await measure(product);
} finally {
  await product.stop();
}
const relay = await measureRelay();
console.log(
  `\none relay: ${relay.events} events published in ${show(relay.seconds)} s, ${show(relay.events / relay.seconds, 0)} per second`,
);
