/**
 * Learners study while one hostile account hits every limit. Checks that the 99th percentile of the others at most
 * doubles (or grows by less than 100 ms), that no other account gets a limit or a failure, and that the live heap does
 * not grow. `--split` runs one process per service.
 */

import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, endTrial, pause } from '../product/checks.ts';
import type { Outcomes } from './attacker.ts';
import type { Target } from './attacks.ts';
import { enrol, study, type Student } from './honest.ts';
import { giveDeck, learnerAt, newLearner, type Learner } from '../product/learner.ts';
import { liveHeapMiB } from '../capacity/live-heap.ts';
import { residentMiB, show, spreadOf } from '../product/measure.ts';
import { startProduct, withoutLimits, type Product } from '../product/product.ts';

const args = process.argv.slice(2);
const minutes = Number(process.env['MINUTES'] ?? 10);
const learners = Number(process.env['LEARNERS'] ?? 64);
/** Milliseconds of a learner's pause between two requests. */
const thinkMs = Number(process.env['THINK_MS'] ?? 2_000);
const hostileCards = Number(process.env['HOSTILE_CARDS'] ?? 3_000);
const hostileDecks = 100;
const atOnce = 20;
const allowedMs = 100;
const others = new Set(['start', 'infrastructure']);

async function fillDeck({ token }: Learner, graphql: string, deckId: number) {
  const text = 'x'.repeat(400);
  for (let made = 0; made < hostileCards; made += atOnce) {
    const fields = Array.from(
      { length: atOnce },
      (_, n) =>
        `a${n}: addFlashcard(input: { deckId: ${deckId}, frontText: "Q${made + n}", backText: "${text}" }) { id }`,
    );
    await fetch(graphql, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: `mutation { ${fields.join(' ')} }` }),
    }).then((response) => response.text());
  }
}

async function prepare(dataDir: string) {
  const product = await startProduct({ dataDir, args, env: withoutLimits });
  const students: Student[] = [];
  for (let n = 0; n < learners; n++) students.push(await enrol(await newLearner(product.rest, 'honest')));
  const learner = await newLearner(product.rest, 'hostile');
  const { deckId, cardIds } = await giveDeck(learner, 100, 'Large');
  await fillDeck(learner, product.graphql, deckId);
  for (let n = 1; n < hostileDecks; n++) await giveDeck(learner, 0, `Deck ${n}`);
  await product.stop();
  return { students, target: { token: learner.token, deckId, cardIds } };
}

/** Returns the same account at the addresses after a restart. */
const movedTo = ({ rest }: Product, { learner, deck }: Student): Student => ({
  deck,
  learner: learnerAt(rest, learner),
});

/** Starts the attacker at a low priority, because its own work belongs to another machine. */
function startAttacker(target: Target) {
  const child = fork(new URL('./attacker.ts', import.meta.url), {
    env: { ...process.env, TARGET: JSON.stringify(target) },
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  return {
    stop: () =>
      new Promise<Outcomes>((resolve) => {
        child.once('message', (outcomes) => {
          resolve(outcomes as Outcomes);
          child.disconnect();
        });
        child.send('stop');
      }),
  };
}

const applicationPids = ({ pids }: Product) =>
  Object.entries(pids()).flatMap(([name, pid]) => (others.has(name) ? [] : [pid]));

/** Measures the maximum resident memory of all processes of the application together. */
async function watchMemory(product: Product, until: number) {
  const watched = applicationPids(product);
  let maxMiB = 0;
  while (Date.now() < until) {
    maxMiB = Math.max(
      maxMiB,
      watched.reduce((sum, pid) => sum + residentMiB(pid), 0),
    );
    await pause(1_000);
  }
  return maxMiB;
}

/** Measures the live heap of the application. Resident memory also contains garbage, hundreds of MiB in a busy V8. */
async function liveMiB(product: Product) {
  let kept = 0;
  for (const pid of applicationPids(product)) kept += await liveHeapMiB(pid);
  return kept;
}

/** Measures the milliseconds of requests without any work, which show how long others block the process. */
async function measureWaits({ graphql }: Product, until: number) {
  const seen: number[] = [];
  while (Date.now() < until) {
    const began = performance.now();
    await fetch(new URL('/health/live', graphql)).then((response) => response.text());
    seen.push(performance.now() - began);
    await pause(20);
  }
  return seen;
}

async function phase(product: Product, students: readonly Student[], seconds: number) {
  const until = Date.now() + seconds * 1000;
  const memory = watchMemory(product, until);
  const waits = measureWaits(product, until);
  const samples = await Promise.all(students.map((student) => study(product, student, until, thinkMs)));
  return { samples: samples.flat(), memory: await memory, waits: await waits };
}

function report(
  name: string,
  { samples, waits }: Pick<Awaited<ReturnType<typeof phase>>, 'samples' | 'waits'>,
) {
  const [all, wait] = [spreadOf(samples.map(({ ms }) => ms)), spreadOf(waits)];
  console.log(`${name}: ${samples.length} acts, p50 ${show(all.p50)} ms, p99 ${show(all.p99)} ms`);
  console.log(
    `       a request without work: p50 ${show(wait.p50)} ms, p99 ${show(wait.p99)} ms, max ${show(Math.max(...waits))} ms`,
  );
  for (const [act, same] of Map.groupBy(samples, ({ act }) => act)) {
    const { p50, p99 } = spreadOf(same.map(({ ms }) => ms));
    console.log(`       ${act}: p50 ${show(p50)} ms, p99 ${show(p99)} ms`);
  }
  const problems = Map.groupBy(
    samples.filter(({ problem }) => problem !== null),
    ({ act, problem }) => `${act}: ${problem}`,
  );
  for (const [problem, { length }] of problems) console.log(`       ${length} times ${problem}`);
  check(problems.size === 0, `${name}: no learner got a failure or a limit`);
  return all;
}

/** Growth after caches are full and code is compiled. 10 MiB in half of the attack would be 1 GiB within hours. */
const allowedGrowthMiB = 10;

const dataDir = mkdtempSync(join(tmpdir(), 'kumbuka-hostile-'));
try {
  const { students, target } = await prepare(dataDir);
  const product = await startProduct({ dataDir, args });
  try {
    const here = students.map((student) => movedTo(product, student));
    await phase(product, here, 10);
    const quiet = await phase(product, here, (minutes * 60) / 3);
    const before = report('without a hostile account', quiet);
    const keptBefore = await liveMiB(product);
    const attacker = startAttacker({ ...target, rest: product.rest, graphql: product.graphql });
    const early = await phase(product, here, (minutes * 60) / 3);
    const keptBetween = await liveMiB(product);
    const late = await phase(product, here, (minutes * 60) / 3);
    const after = report('with one', {
      samples: [...early.samples, ...late.samples],
      waits: [...early.waits, ...late.waits],
    });
    const outcomes = await attacker.stop();
    for (const [attack, counts] of Object.entries(outcomes))
      console.log(`       ${attack}: ${JSON.stringify(counts)}`);
    const failures = Object.values(outcomes)
      .flatMap((counts) => Object.keys(counts))
      .filter((each) => each.startsWith('5'));
    check(failures.length === 0, 'the hostile account got no 5xx either');
    check(
      after.p99 <= Math.max(2 * before.p99, before.p99 + allowedMs),
      'the 99th percentile at most doubles, or grows by 100 ms at most',
    );
    const keptAfter = await liveMiB(product);
    console.log(
      `kept: ${show(keptBefore)} MiB before, ${show(keptBetween)} then ${show(keptAfter)} MiB under attack; resident: max ${show(quiet.memory, 0)}, ${show(early.memory, 0)}, ${show(late.memory, 0)} MiB`,
    );
    check(keptAfter < keptBetween + allowedGrowthMiB, 'the live heap does not grow');
  } finally {
    check((await product.stop()) === 0, 'the product stopped with exit code 0');
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
endTrial();
