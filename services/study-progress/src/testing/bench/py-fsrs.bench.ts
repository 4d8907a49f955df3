import { createForesight, standardParameters } from '@kumbuka/schedule';
import { seededRandom } from '@kumbuka/testing/servers';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Compares the schedule with py-fsrs: stability, difficulty and predicted recall after each of thousands of random answers,
 * with the default and with own weights, also where the weights change. Left out is Hard on the day of the answer before: there
 * ts-fsrs, as fsrs-rs, keeps at least the stability, and py-fsrs lowers it. `exported-log.drill.ts` shows that a log gives the
 * same states. `PYTHON` names a Python that has the package. Exits with 2 and NOT RUN when pip cannot install it.
 */
const version = 'fsrs==6.3.0';
const tolerance = 1e-6;
const [cardCount, answersOfCard] = [500, 20];

type Answer = readonly [day: number, rating: 1 | 2 | 3 | 4, weights: number];
type State = [stability: number, difficulty: number, recall: number | null];

const sameDayRatings = [1, 3, 4];
const random = seededRandom(Number(process.env['SEED'] ?? 1));
const leastWeight = 0.001;
const otherWeights = () =>
  standardParameters.weights.map((weight) =>
    Number(Math.max(weight * (0.8 + 0.4 * random.next()), leastWeight).toFixed(6)),
  );
const weights = [standardParameters.weights, otherWeights(), otherWeights(), otherWeights()];
const cards = Array.from({ length: cardCount }, (_, card) => {
  let day = 0;
  return Array.from({ length: answersOfCard }, (__, at): Answer => {
    const isSameDay = at > 0 && random.chance(0.15);
    if (!isSameDay) day += 1 + random.below(random.chance(0.2) ? 400 : 30);
    const rating = isSameDay ? sameDayRatings[random.below(3)] : 1 + random.below(4);
    const set = at < answersOfCard / 2 ? card % weights.length : (card >> 2) % weights.length;
    return [day, rating as Answer[1], set];
  });
});

const engines = weights.map((each) => createForesight({ ...standardParameters, weights: each }));

function ours(answers: readonly Answer[]): State[] {
  let [memory, last]: [{ stability: number; difficulty: number } | null, number] = [null, 0];
  return answers.map(([day, rating, set]) => {
    const engine = engines[set] as (typeof engines)[number];
    const recall = memory && engine.recall(day - last, memory.stability);
    memory = engine.next(memory, day - last, rating);
    last = day;
    return [memory.stability, memory.difficulty, recall];
  });
}

const folder = mkdtempSync(join(tmpdir(), 'py-fsrs-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const isDone = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
function installed(): string | null {
  const python = join(folder, 'bin/python');
  const isInstalled =
    isDone('python3', '-m', 'venv', folder) &&
    isDone(python, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', version);
  return isInstalled ? python : null;
}

const python = process.env['PYTHON'] ?? installed();
if (!python) {
  console.error('NOT RUN: py-fsrs: pip cannot install it here.');
  process.exit(2);
}
const { status, stdout } = spawnSync(python, [join(import.meta.dirname, 'py_fsrs.py')], {
  input: JSON.stringify({ weights, cards }),
  encoding: 'utf8',
  maxBuffer: 1e8,
  stdio: ['pipe', 'pipe', 'inherit'],
});
if (status !== 0) process.exit(1);
const theirs = JSON.parse(stdout) as State[][];

let [greatest, compared] = [0, 0];
cards.forEach((answers, card) =>
  ours(answers).forEach((state, at) =>
    state.forEach((value, aspect) => {
      const other = theirs[card]?.[at]?.[aspect] ?? null;
      const distance =
        value === null || other === null ? (value === other ? 0 : Infinity) : Math.abs(value - other);
      // Stabilities reach thousands of days, of which 8 decimals are kept.
      greatest = Math.max(greatest, distance / Math.max(1, Math.abs(value ?? 1)));
      compared += 1;
    }),
  ),
);
console.log(
  `${compared} numbers compared with ${version}; the greatest relative distance is ${greatest.toExponential(1)}.`,
);
if (!(greatest <= tolerance) || theirs.length !== cardCount) process.exit(1);
