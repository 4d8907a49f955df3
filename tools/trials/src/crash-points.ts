import { workCrashPoints, type CrashPoint } from '@kumbuka/event-bus';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, endTrial } from './checks.ts';
import { killAllThere } from './crash/kill-there.ts';
import { portsOf, startProduct, withoutLimits } from './product.ts';
import { withStores, type Stores } from './stores.ts';
import { checkStudents, newStudent, study, type Student } from './student.ts';

/**
 * At every named crash point the application stands still, and while it does the application, the stores or both are
 * killed, under learners who answer, make decks and add cards: nothing lost, nothing twice, nothing out of order.
 */
const learners = 2;
const passagesBefore = 40;
const patienceMs = 90_000;

async function tryPoint(stores: Stores, point: CrashPoint, dataDir: string) {
  const env = { ...withoutLimits, CRASH_AT: `${point}:${passagesBefore}:stand-still` };
  const product = await startProduct({ env, dataDir });
  let isOver = false;
  let students: Student[] = [];
  try {
    students = await Promise.all(Array.from({ length: learners }, () => newStudent(product, 'crash')));
    const killing = killAllThere({ product, stores }, point, patienceMs).then(() => (isOver = true));
    const studies = students.map((student) => study(student, () => isOver));
    await Promise.all([killing, ...studies]);
  } finally {
    check((await product.stop()) === 0, 'the product stopped with exit code 0');
  }
  await afterwards(students, portsOf(product), dataDir);
}

/** Counted on a product that does not die any more. */
async function afterwards(students: readonly Student[], ports: Record<string, string>, dataDir: string) {
  const product = await startProduct({ env: { ...withoutLimits, ...ports }, dataDir });
  try {
    await checkStudents(product, students);
  } finally {
    await product.stop();
  }
}

for (const point of workCrashPoints) {
  const dataDir = mkdtempSync(join(tmpdir(), 'kumbuka-crash-'));
  await withStores((stores) => tryPoint(stores, point, dataDir));
  rmSync(dataDir, { recursive: true, force: true });
}
endTrial('Nothing lost, nothing twice.');
