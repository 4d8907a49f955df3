/**
 * Kills the application, the stores and both while learners answer, make decks, add cards and request an M-Pesa prompt:
 * first at each named crash point, then at intervals. Checks that no write is lost, duplicated or out of order.
 */

import { workCrashPoints, type CrashPoint } from '@kumbuka/event-bus';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, endTrial, pause } from '../product/checks.ts';
import { killAllAtPoint } from './kill-at-point.ts';
import { pidOf, portsOf, startProduct, withoutLimits, type Product } from '../product/product.ts';
import { withStores, type Stores } from '../product/stores.ts';
import {
  checkPrompts,
  checkStudents,
  newStudent,
  requestPrompt,
  study,
  sumOf,
  type Student,
} from '../product/student.ts';

const learners = 2;
/** Time to create a learner with a deck, so that the first kill comes after the learners begin to study. */
const passagesBefore = 40;
const timeoutMs = 240_000;

type Victim = 'application' | 'stores';
const kills: { atSeconds: number; victims: Victim[] }[] = [
  { atSeconds: 3, victims: ['application'] },
  { atSeconds: 9, victims: ['stores'] },
  { atSeconds: 15, victims: ['stores', 'application'] },
];
const runSeconds = 20;

const newStudents = (product: Product) =>
  Promise.all(Array.from({ length: learners }, () => newStudent(product, 'crash')));

async function studyUntil(students: readonly Student[], ended: Promise<void>) {
  let isOver = false;
  const studies = students.flatMap((student) => [study(student, () => isOver), requestPrompt(student)]);
  await Promise.all([ended.then(() => (isOver = true)), ...studies]);
}

async function checkStop(product: Product) {
  check((await product.stop()) === 0, 'the product stopped with exit code 0');
}

async function killAtPoint(stores: Stores, point: CrashPoint, options: { dataDir: string; ports: object }) {
  const env = { ...withoutLimits, CRASH_AT: `${point}:${passagesBefore}:stand-still`, ...options.ports };
  const product = await startProduct({ env, dataDir: options.dataDir });
  try {
    const students = await newStudents(product);
    await studyUntil(students, killAllAtPoint({ product, stores }, point, timeoutMs));
    return { students, ports: portsOf(product) };
  } finally {
    await checkStop(product);
  }
}

async function killByTheClock(product: Product, stores: Stores) {
  const began = Date.now();
  for (const { atSeconds, victims } of kills) {
    await pause(began + atSeconds * 1000 - Date.now());
    if (victims.includes('stores')) stores.kill(product);
    if (victims.includes('application')) process.kill(pidOf(product, 'application'), 'SIGKILL');
    console.log(`       killed ${victims.join(' and ')} after ${atSeconds} s`);
  }
  await pause(began + runSeconds * 1000 - Date.now());
}

/** Kills at intervals, then checks all learners on a product that stays up. */
async function killAtAnyMoment(
  stores: Stores,
  earlier: readonly Student[],
  options: { dataDir: string; ports: object },
) {
  const product = await startProduct({
    env: { ...withoutLimits, ...options.ports },
    dataDir: options.dataDir,
  });
  try {
    const students = await newStudents(product);
    await studyUntil(students, killByTheClock(product, stores));
    const all = [...earlier, ...students];
    console.log(`       ${sumOf(all, 'answers')} answers, ${sumOf(all, 'retries')} retries`);
    check(sumOf(students, 'answers') > 10, 'learners could continue between the kills');
    await checkStudents(product, all);
    await checkPrompts(product, all);
  } finally {
    await checkStop(product);
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'kumbuka-crash-'));
await withStores(async (stores) => {
  const students: Student[] = [];
  let ports: object = {};
  for (const point of workCrashPoints) {
    const ended = await killAtPoint(stores, point, { dataDir, ports });
    students.push(...ended.students);
    ports = ended.ports;
  }
  await killAtAnyMoment(stores, students, { dataDir, ports });
});
rmSync(dataDir, { recursive: true, force: true });
endTrial('Nothing lost, nothing twice.');
