/**
 * Suspends the store process, the application and both for 0.5 to 3 s at random while learners study, sign up and log
 * in. Then four times as many busy processes as cores slow everything down. Every request must succeed; it may be late.
 * `STALL_SECONDS` for each kind of pause, `BURN_SECONDS` for the busy processes.
 */

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { checkStudents, newStudent, study, timed, type Call, type Student } from '../product/student.ts';
import { check, endTrial, pause, problems } from '../product/checks.ts';
import { isDone, takeCalls } from './under-fault.ts';
import { newLearner } from '../product/learner.ts';
import { show, spreadOf } from '../product/measure.ts';
import { pidOf, reportErrors, startProduct, withoutLimits, type Product } from '../product/product.ts';

const stallSeconds = Number(process.env['STALL_SECONDS'] ?? 20);
const burnSeconds = Number(process.env['BURN_SECONDS'] ?? 120);
const burnersPerCore = 4;
const learners = 6;
const betweenMs = 60;

const between = (least: number, most: number) => least + Math.random() * (most - least);

/** Suspends a process again and again. */
async function suspend(pid: number, until: number) {
  while (performance.now() < until) {
    process.kill(pid, 'SIGSTOP');
    await pause(between(500, 3_000)).finally(() => process.kill(pid, 'SIGCONT'));
    await pause(between(100, 1_500));
  }
}

/** Runs several busy processes for each core until a time. */
function occupyCores(until: number) {
  for (let n = 0; n < burnersPerCore * availableParallelism(); n++)
    spawn(process.execPath, ['--eval', `while (Date.now() < ${until});`], { stdio: 'ignore' });
}

async function look(student: Student, isOver: () => boolean) {
  for (; !isOver(); await pause(betweenMs))
    for (const path of ['/decks', '/dashboard'])
      student.calls.push((await timed(() => student.learner.call('GET', path))).call);
}

/** Signs up and logs in. Collects what failed. */
async function arrive({ rest }: Product, isOver: () => boolean, failures: string[]) {
  for (; !isOver(); await pause(10 * betweenMs)) {
    const arrival = newLearner(rest, 'late').then(({ email, password, call }) =>
      call('POST', '/login', { email, password }),
    );
    const outcome = await arrival.then(({ status }) => String(status), String);
    if (outcome !== '200') failures.push(outcome);
  }
}

function checkCalls(what: string, calls: readonly Call[], arrivals: readonly string[]) {
  const { p50, p99 } = spreadOf(calls.map(({ ms }) => ms));
  const slowest = Math.max(0, ...calls.map(({ ms }) => ms));
  const failed = calls
    .filter((call) => !isDone(call))
    .map(({ status, ms }) => `${status} after ${show(ms)} ms`);
  const all = [...failed, ...arrivals];
  console.log(
    `       ${what}: ${calls.length} requests; p50 ${show(p50)} ms, p99 ${show(p99)} ms, slowest ${show(slowest)} ms`,
  );
  check(all.length === 0, `${what}: no request failed${all.map((each) => `\n       ${each}`).join('')}`);
}

/** Checks that no process printed a warning of Node.js, such as `MaxListenersExceededWarning`. */
function checkWarnings({ dataDir, output }: Product) {
  const folder = join(dataDir, 'logs');
  const texts = [output(), ...readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))];
  const warnings = texts.flatMap((text) => text.match(/^.*\w+Warning: .*$/gm) ?? []);
  check(warnings.length === 0, ['no process printed a warning', ...warnings].join('\n       '));
}

const product = await startProduct({ env: withoutLimits });
try {
  const store = pidOf(product, 'infrastructure');
  const application = pidOf(product, 'application');
  const students = await Promise.all(Array.from({ length: learners }, () => newStudent(product, 'stall')));
  const failures: string[] = [];
  let isOver = false;
  const load = Promise.all([
    arrive(product, () => isOver, failures),
    ...students.flatMap((student) => [study(student, () => isOver, betweenMs), look(student, () => isOver)]),
  ]);
  load.catch(() => undefined);
  const stalls = {
    store: [store],
    application: [application],
    'store and application': [store, application],
  };
  for (const [name, pids] of Object.entries(stalls)) {
    const until = performance.now() + stallSeconds * 1_000;
    await Promise.all(pids.map((pid) => suspend(pid, until)));
    checkCalls(`pauses of ${name}`, takeCalls(students), failures.splice(0));
  }
  if (burnSeconds > 0) {
    const until = Date.now() + burnSeconds * 1_000;
    occupyCores(until);
    await pause(burnSeconds * 1_000);
    checkCalls(`${burnersPerCore} busy processes for each core`, takeCalls(students), failures.splice(0));
  }
  isOver = true;
  await load;
  checkCalls('afterwards', takeCalls(students), failures.splice(0));
  await checkStudents(product, students);
  checkWarnings(product);
} finally {
  if (problems.length > 0) reportErrors(product);
  check((await product.stop()) === 0, 'the product stopped with exit code 0');
}
endTrial('Late, but nothing failed.');
