import { check, pause, readUntil } from '../product/checks.ts';
import { operators } from '@kumbuka/contracts';
import { queryGraphQLAs } from '../product/learner.ts';
import { checkStudents, newStudent, study, sumOf, type Student } from '../product/student.ts';
import { processNames, type Cluster, type ProcessName } from './cluster.ts';

/** Learners who each study on two devices at once. */
export interface Load {
  students: readonly Student[];
  /** Retries since the last call, and the maximum attempts of one request. */
  take(): { retries: number; maxAttempts: number; rejections: string[] };
  stop(): Promise<void>;
}

const learners = 5;
const betweenCallsMs = 150;

export async function startLoad(cluster: Cluster): Promise<Load> {
  const { rest, graphql, web } = cluster;
  const edges = [graphql, new URL('/graphql', web).href];
  const students = await Promise.all(
    Array.from({ length: learners }, (_, n) =>
      newStudent({ rest, graphql: edges[n % 2] ?? graphql }, 'device'),
    ),
  );
  let isOver = false;
  const devices = [...students, ...students];
  const running = devices.map((student) => study(student, () => isOver, betweenCallsMs));
  return {
    students,
    take() {
      const taken = {
        retries: sumOf(students, 'retries'),
        maxAttempts: Math.max(...students.map(({ maxAttempts }) => maxAttempts)),
        rejections: students.flatMap(({ rejections }) => rejections),
      };
      for (const student of students) Object.assign(student, { retries: 0, maxAttempts: 1, rejections: [] });
      return taken;
    },
    async stop() {
      isOver = true;
      await Promise.all(running);
    },
  };
}

const requestIdIn = /"requestId":"([^"]+)"/;

/** Returns log lines about a rejected request. */
function causesOf(cluster: Cluster, rejection: string): string[] {
  const [, requestId] = requestIdIn.exec(rejection) ?? [];
  if (requestId === undefined) return [rejection];
  const lines = processNames
    .flatMap((name) => cluster.instancesOf(name))
    .flatMap((instance) => instance.log().map((line) => ({ instance, line })))
    .filter(({ line }) => JSON.stringify(line).includes(requestId));
  return [rejection, ...lines.map(({ instance, line }) => `  ${instance.name}: ${JSON.stringify(line)}`)];
}

function report(cluster: Cluster, rejections: readonly string[]) {
  for (const line of rejections.slice(0, 5).flatMap((rejection) => causesOf(cluster, rejection)))
    console.log(line);
}

/** Checks that no request was retried since the last check. */
export function checkUndisturbed(cluster: Cluster, load: Load, what: string) {
  const { retries, rejections } = load.take();
  check(retries === 0, `${what} fails no request: ${retries} retries`);
  report(cluster, rejections);
}

/** Checks that every request succeeded by its first retry since the last check. */
export function checkOneRetry(cluster: Cluster, load: Load) {
  const { retries, maxAttempts, rejections } = load.take();
  const isDone = maxAttempts <= 2;
  check(isDone, `one retry was enough: ${retries} retries, at most ${maxAttempts} attempts`);
  if (!isDone) report(cluster, rejections);
}

const tiers: readonly ProcessName[][] = [
  ['auth', 'decks', 'study-progress'],
  ['billing', 'ai', 'admin'],
  ['gateway', 'rest-facade', 'web'],
];

/** Stops one instance of each kind, as a rolling update does. */
export async function restartOneOfEach(cluster: Cluster, load: Load) {
  load.take();
  for (const tier of tiers) {
    const first = tier.flatMap((name) => cluster.instancesOf(name).slice(0, 1));
    await Promise.all(first.map((instance) => instance.restart()));
    checkUndisturbed(cluster, load, `SIGTERM of one of ${tier.join(', ')}`);
  }
}

export async function untilAllServe(cluster: Cluster) {
  const all = processNames.flatMap((name) => cluster.instancesOf(name));
  while (!all.every((instance) => instance.isServing())) await pause(50);
}

interface Counted {
  id: string;
  decks: number;
  cards: number;
  answers: number;
}

interface Directory {
  adminUsers: { items: Counted[] };
}

const directoryOf =
  'query ($search: String!) { adminUsers(filter: { search: $search }, limit: 50) { items { id decks cards answers } } }';

async function readDirectory({ graphql, adminKey }: Cluster): Promise<Counted[]> {
  const headers = { [operators.keyHeader]: adminKey };
  const { body } = await queryGraphQLAs<Directory>(graphql, headers, directoryOf, { search: 'device-' });
  return body.data?.adminUsers.items ?? [];
}

const settleMs = 30_000;

/** Checks admin's counts, which come from events alone: nothing lost, nothing counted twice. */
async function checkCounted(cluster: Cluster, students: readonly Student[]) {
  const wanted = students.map(({ learner, decks, cards, answers, deck }) =>
    JSON.stringify({ id: String(learner.id), decks: decks + 2, cards: cards + deck.cardIds.length, answers }),
  );
  const read = async () =>
    (await readDirectory(cluster)).map(({ id, decks, cards, answers }) =>
      JSON.stringify({ id, decks, cards, answers }),
    );
  const missingIn = (found: readonly string[]) => wanted.filter((each) => !found.includes(each));
  const found = await readUntil(read, (directory) => missingIn(directory).length === 0, settleMs, 200);
  const missing = missingIn(found);
  check(
    missing.length === 0,
    `admin counted what was acknowledged, of ${wanted.length} learners${missing.length > 0 ? `: ${missing.join()} instead of ${found.join()}` : ''}`,
  );
}

export async function checkLoad(cluster: Cluster, { students }: Load) {
  const [answers, decks, cards] = [
    sumOf(students, 'answers'),
    sumOf(students, 'decks'),
    sumOf(students, 'cards'),
  ];
  console.log(`       ${answers} answers, ${decks} decks and ${cards} cards acknowledged`);
  await checkStudents(cluster, students);
  await checkCounted(cluster, students);
}
