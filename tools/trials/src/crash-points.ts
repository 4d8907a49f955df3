import { workCrashPoints, type CrashPoint } from '@kumbuka/event-bus';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, pause, problems } from './checks.ts';
import { isStopped } from './measure.ts';
import { portsOf, startProduct, withoutLimits, type Product } from './product.ts';
import { checkStudents, newStudent, study, type Student } from './student.ts';

/**
 * At every named crash point the application stands still, and while it does the application, the stores or both are
 * killed, under learners who answer, make decks and add cards: nothing lost, nothing twice, nothing out of order.
 */
const learners = 2;
const passagesBefore = 40;
const patienceMs = 90_000;

type Victim = 'application' | 'infrastructure';
const rounds: Victim[][] = [['application'], ['infrastructure'], ['application', 'infrastructure']];

/** The process id of the application once it stands at the crash point; null when it does not come there in time. */
async function untilThere(product: Product, until: number): Promise<number | null> {
  while (Date.now() < until) {
    const pid = product.pids()['application'];
    if (pid !== undefined && isStopped(pid)) return pid;
    await pause(20);
  }
  return null;
}

async function killThere(product: Product, victims: readonly Victim[], until: number): Promise<boolean> {
  const there = await untilThere(product, until);
  if (there === null) return false;
  const pids = product.pids();
  for (const victim of victims) process.kill(pids[victim] ?? there, 'SIGKILL');
  if (!victims.includes('application')) process.kill(there, 'SIGCONT');
  return true;
}

/** Nobody is killed any more: the application passes its point without a rest until the timer is cleared. */
const keepGoing = (product: Product) =>
  setInterval(() => {
    const pid = product.pids()['application'];
    if (pid !== undefined && isStopped(pid)) process.kill(pid, 'SIGCONT');
  }, 50);

async function tryPoint(point: CrashPoint, dataDir: string) {
  const env = { ...withoutLimits, CRASH_AT: `${point}:${passagesBefore}:stand-still` };
  const product = await startProduct({ env, dataDir });
  let isOver = false;
  let students: Student[] = [];
  let going: NodeJS.Timeout | undefined;
  async function killAll(until: number) {
    for (const victims of rounds)
      check(await killThere(product, victims, until), `${point}: ${victims.join(' and ')} killed`);
    going = keepGoing(product);
    isOver = true;
  }
  try {
    students = await Promise.all(Array.from({ length: learners }, () => newStudent(product, 'crash')));
    const studies = students.map((student) => study(student, () => isOver));
    await Promise.all([killAll(Date.now() + patienceMs), ...studies]);
  } finally {
    check((await product.stop()) === 0, 'the product stopped with exit code 0');
    clearInterval(going);
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
