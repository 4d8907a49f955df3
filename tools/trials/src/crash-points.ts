import { workCrashPoints, type CrashPoint } from '@kumbuka/event-bus';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, problems } from './checks.ts';
import { portsOf, startProduct, withoutLimits } from './product.ts';
import { checkStudents, newStudent, study, type Student } from './student.ts';

/**
 * At every named crash point the application dies by its own hand, again and again, while learners answer, make decks
 * and add cards: nothing lost, nothing twice, nothing out of order.
 */
const learners = 2;
const passagesBeforeDeath = 40;
const deathsWanted = 2;
const patienceMs = 60_000;

const deaths = (output: string) => output.split('application process ended').length - 1;

async function tryPoint(point: CrashPoint, dataDir: string) {
  const env = { ...withoutLimits, CRASH_AT: `${point}:${passagesBeforeDeath}` };
  const product = await startProduct({ env, dataDir });
  let students: Student[] = [];
  try {
    const until = Date.now() + patienceMs;
    students = await Promise.all(Array.from({ length: learners }, () => newStudent(product, 'crash')));
    const isOver = () => deaths(product.output()) >= deathsWanted || Date.now() > until;
    await Promise.all(students.map((student) => study(student, isOver)));
    const died = deaths(product.output());
    check(died >= deathsWanted, `${point}: the application died ${died} times`);
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
  await tryPoint(point, dataDir);
  rmSync(dataDir, { recursive: true, force: true });
}
console.log(`\n${problems.length === 0 ? 'Nothing lost, nothing twice.' : `${problems.length} problems.`}`);
process.exit(problems.length === 0 ? 0 : 1);
