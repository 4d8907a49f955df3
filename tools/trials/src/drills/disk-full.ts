/**
 * Fills the disk of the product while learners answer, make decks, add cards and upload sounds. Checks that writes are rejected in time
 * with Retry-After, that reads continue, that no process ends, and that a killed process restarts on the full disk. With
 * space again, the product recovers by itself and no write is lost or duplicated.
 */

import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { check, endTrial, pause, problems, readUntil } from '../product/checks.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';
import { maxRecoveryMs, isDone, isAllowed, checkCalls, takeCalls, untilRecovered } from './under-fault.ts';
import { queryGraphQL, type Learner } from '../product/learner.ts';
import { show } from '../product/measure.ts';
import { newSound, uploadFile } from '../product/media.ts';
import { pidOf, startProduct, withoutLimits, type Product } from '../product/product.ts';
import {
  checkStudents,
  newStudent,
  study,
  sumOf,
  timed,
  type Call,
  type Student,
} from '../product/student.ts';

const diskMiB = 160;
const fullSeconds = Number(process.env['FULL_SECONDS'] ?? 20);
const learners = 4;
const viewer = '{ viewer { username decks { items { title } } stats { streak } } }';

function readsOf({ graphql }: Product, { learner, deck, growing }: Student) {
  const get = (path: string) => timed(() => learner.call('GET', path));
  return [
    () => get('/decks'),
    () => get(`/decks/${deck.deckId}`),
    () => get(`/flashcards?deck_id=${growing.deckId}`),
    () => get('/progress'),
    () => timed(() => queryGraphQL(graphql, learner, viewer, {})),
  ];
}

/** Makes all students read all pages repeatedly for a time. */
async function readFor(product: Product, students: readonly Student[], ms: number): Promise<Call[]> {
  const calls: Call[] = [];
  for (const until = performance.now() + ms; performance.now() < until; await pause(100))
    for (const read of students.flatMap((student) => readsOf(product, student)))
      calls.push((await read()).call);
  return calls;
}

/** Polls the liveness of all processes. */
async function pollLiveness({ web, rest, graphql }: Product, isOver: () => boolean): Promise<Call[]> {
  const calls: Call[] = [];
  for (; !isOver(); await pause(250))
    for (const base of [web, rest, graphql]) {
      const readLive = () => fetch(new URL('/health/live', base), { signal: AbortSignal.timeout(5_000) });
      calls.push((await timed(readLive)).call);
    }
  return calls;
}

/** Makes requests of new visitors, each of which stores a session, or a code and an email. */
async function signIn({ call, email, password }: Learner): Promise<Call[]> {
  const login = await timed(() => call('POST', '/login', { email, password }));
  const code = await timed(() => call('POST', '/forgot-password', { email }));
  return [login.call, code.call];
}

/** Uploads a sound for each student. */
const upload = ({ graphql }: Product, students: readonly Student[]): Promise<Call[]> =>
  Promise.all(
    students.map(async ({ learner }) => (await timed(() => uploadFile(graphql, learner, newSound()))).call),
  );

async function untilReadable(product: Product, students: readonly Student[]): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < maxRecoveryMs)
    if ((await readFor(product, students, 1)).every(isDone)) break;
  return Math.round(performance.now() - began);
}

/** Runs the checks on the full disk. Returns the size of the log. */
async function whileFull(product: Product, disk: SmallDisk, students: readonly Student[]): Promise<number> {
  const half = (fullSeconds * 1_000) / 2;
  let isOver = false;
  takeCalls(students);
  disk.fill();
  console.log(`       the disk is full: ${show(disk.freeMiB(), 3)} MiB of ${diskMiB} are free`);
  const lives = pollLiveness(product, () => isOver);
  checkCalls('reads on the full disk', await readFor(product, students, half), isDone);
  checkCalls(
    'sign-ins on the full disk',
    (await Promise.all(students.map(({ learner }) => signIn(learner)))).flat(),
    isAllowed,
  );
  checkCalls('changes on the full disk', takeCalls(students), isAllowed);
  const uploads = await upload(product, students);
  checkCalls('uploads on the full disk', uploads, isAllowed);
  check(!uploads.some(isDone), 'nothing is uploaded to the full disk');

  process.kill(pidOf(product, 'infrastructure'), 'SIGKILL');
  const readableMs = await untilReadable(product, students);
  check(
    readableMs < maxRecoveryMs,
    `after a kill on the full disk, the stores are readable again in ${readableMs} ms`,
  );
  checkCalls('changes around the kill', takeCalls(students), isAllowed);
  checkCalls('reads after the kill', await readFor(product, students, half), isDone);
  checkCalls('changes after the kill', takeCalls(students), isAllowed);
  console.log(`       before there is space again ${show(disk.freeMiB(), 3)} MiB are free`);
  const bytes = logBytes(product);
  disk.empty();
  const { recoveredMs } = await untilRecovered(students);
  check(recoveredMs < maxRecoveryMs, `with space again, nothing is rejected after ${recoveredMs} ms`);
  isOver = true;
  checkCalls('liveness', await lives, isDone);
  return bytes;
}

function checkProcesses(product: Product, before: Record<string, number>) {
  const now = product.pids();
  for (const name of ['start', 'application'])
    check(now[name] === before[name], `the process ${name} did not restart: ${now[name]}`);
  const ends = product.output().match(/process ended .*/g) ?? [];
  check(ends.length === 1, `no process ended except the killed one: ${ends.join(', ')}`);
  check(now['infrastructure'] !== before['infrastructure'], 'run.json has the restarted process');
}

const logBytes = ({ dataDir }: Product) => statSync(join(dataDir, 'logs', 'application.log')).size;

async function drill(product: Product, disk: SmallDisk) {
  const students = await Promise.all(Array.from({ length: learners }, () => newStudent(product, 'full')));
  const before = product.pids();
  let isOver = false;
  const studying = Promise.all(students.map((student) => study(student, () => isOver)));
  await pause(3_000);
  checkCalls('changes before', takeCalls(students), isDone);
  const bytes = await whileFull(product, disk, students);
  await pause(3_000);
  checkCalls('changes afterwards', takeCalls(students), isDone);
  checkCalls('uploads afterwards', await upload(product, students), isDone);
  const parts = readdirSync(join(product.dataDir, 'media'), { recursive: true, encoding: 'utf8' });
  check(!parts.some((name) => /(^|\/)\./.test(name)), 'no part of a failed upload is left');
  // Log lines that failed are written with the next line, which may take a while.
  const grown = await readUntil(
    async () => logBytes(product),
    (size) => size > bytes,
    20_000,
  );
  check(grown > bytes, 'the log is written again');
  isOver = true;
  await studying;

  const made = (['answers', 'decks', 'cards'] as const).map((what) => `${sumOf(students, what)} ${what}`);
  console.log(`       ${made.join(', ')} acknowledged, ${sumOf(students, 'retries')} retries`);
  const internal = students.flatMap(({ rejections }) =>
    rejections.filter((rejection) => rejection.includes('INTERNAL')),
  );
  check(
    internal.length === 0,
    `no error was logged as a defect${internal.length > 0 ? `, but ${internal[0]}` : ''}`,
  );
  checkProcesses(product, before);
  await checkStudents(product, students);
}

const disk = mountSmallDisk(diskMiB);
if (disk === undefined) {
  console.error('NOT RUN: a full disk: mounting a small one requires Linux and root.');
  process.exit(2);
}
try {
  const dataDir = join(disk.path, 'data');
  mkdirSync(dataDir);
  const product = await startProduct({ dataDir, env: { ...withoutLimits, LOG_LEVEL: 'info' } });
  try {
    await drill(product, disk);
  } finally {
    disk.empty();
    if (problems.length > 0) console.log(product.output());
    check((await product.stop()) === 0, 'the product stopped with exit code 0');
  }
} finally {
  disk.unmount();
}
endTrial('Nothing lost, nothing twice.');
