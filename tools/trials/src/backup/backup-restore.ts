/**
 * Takes a backup while learners study and pay, kills all processes, deletes the data of MongoDB and Kafka with pictures
 * and sounds, and restores the backup. Checks that every write acknowledged before the backup exists once, that events
 * flow again, and that ids and tokens issued after the backup are invalid.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, endTrial, pause, readUntil } from '../product/checks.ts';
import { countOf, learnerAt, type Learner } from '../product/learner.ts';
import { newSound, uploadFile } from '../product/media.ts';
import { portsOf, runCommand, startProduct, withoutLimits, type Product } from '../product/product.ts';
import { withStores, type Stores } from '../product/stores.ts';
import { checkStudents, newStudent, study, sumOf, type Student } from '../product/student.ts';

const learners = 3;
const studySeconds = 6;

const dataDir = mkdtempSync(join(tmpdir(), 'kumbuka-backup-'));
const directory = join(dataDir, '..', `${dataDir.split('/').at(-1)}-copy`);

async function command(...words: string[]) {
  const { output, code } = await runCommand(dataDir, 'backup', ...words);
  process.stdout.write(output);
  return code;
}

const isSubscribed = async (learner: Learner) =>
  (await learner.call<{ subscription_status: string }>('GET', '/billing/status')).body.subscription_status ===
  'active';

const untilSubscribed = (learner: Learner) => readUntil(() => isSubscribed(learner), Boolean, 15_000, 200);

/** Pays on the page of the embedded provider, whose data survives. */
async function pay(learner: Learner) {
  const { body } = await learner.call<{ checkout_url: string }>('POST', '/billing/checkout', {});
  await fetch(body.checkout_url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'action=pay',
  });
  check(await untilSubscribed(learner), `learner ${learner.id} paid, and the plan is active`);
}

const doneBy = ({ answers, decks, cards }: Student) => ({ answers, decks, cards });
type Done = ReturnType<typeof doneBy>;

/** Acknowledged writes at the start and at the end of the backup. */
interface Bounds {
  student: Student;
  min: Done;
  max: Done;
}

async function dieAndLoseEverything(product: Product, stores: Stores) {
  for (const pid of Object.values(product.pids())) process.kill(pid, 'SIGKILL');
  await stores.lose(dataDir);
  rmSync(join(dataDir, 'media'), { recursive: true });
}

async function signInAgain(product: Product, { learner }: Student): Promise<Learner> {
  const { status } = await learnerAt(product.rest, learner).call('GET', '/user');
  check(status === 401, `learner ${learner.id}: the token issued after the backup gets ${status}`);
  const { email, password } = learner;
  const { body } = await learner.call<{ access_token: string }>('POST', '/login', { email, password });
  return learnerAt(product.rest, { ...learner, token: body.access_token });
}

async function storedBy({ learner, growing }: Student): Promise<Done> {
  const { body } = await learner.call<{ study_count: number }[]>('GET', '/progress');
  const answers = body.reduce((sum, { study_count }) => sum + study_count, 0);
  const decks = (await countOf(learner, '/decks')) - 2;
  return { answers, decks, cards: await countOf(learner, `/flashcards?deck_id=${growing.deckId}`) };
}

/** Checks that the stored counts lie between those at the start and at the end of the backup, plus one in flight. */
function compare({ student: { learner }, min, max }: Bounds, stored: Done) {
  for (const what of ['answers', 'decks', 'cards'] as const) {
    const sentence = `learner ${learner.id}: ${stored[what]} ${what} of ${min[what]} to ${max[what] + 1}`;
    check(stored[what] >= min[what] && stored[what] <= max[what] + 1, sentence);
  }
}

async function studyAndBackUp(
  product: Product,
  stores: Stores,
  students: readonly Student[],
): Promise<Bounds[]> {
  let isOver = false;
  const studying = Promise.all(students.map((student) => study(student, () => isOver)));
  await pause(studySeconds * 1_000);
  const bounds = students.map((student) => ({ student, min: doneBy(student), max: doneBy(student) }));
  const began = performance.now();
  check((await command('to', directory)) === 0, 'the backup was written');
  for (const each of bounds) each.max = doneBy(each.student);
  const during = sumOf(students, 'answers') - bounds.reduce((sum, { min }) => sum + min.answers, 0);
  console.log(`       ${Math.round(performance.now() - began)} ms, ${during} answers meanwhile`);
  await pause(2_000);
  isOver = true;
  await studying;
  await dieAndLoseEverything(product, stores);
  return bounds;
}

async function lastDeckOf({ learner }: Student): Promise<number> {
  const { body } = await learner.call<{ items: { id: number }[] }>('GET', '/decks?per_page=100');
  return Math.max(...body.items.map(({ id }) => id));
}

interface KeptSound {
  address: string;
  bytes: Buffer;
}

/** Uploads a sound before the backup. */
async function keepSound({ graphql }: Product, { learner }: Student): Promise<KeptSound> {
  const bytes = newSound();
  const { body } = await uploadFile(graphql, learner, bytes);
  const address = body.data?.uploadMedia.address;
  check(address !== undefined, `learner ${learner.id} uploaded a sound`);
  return { address: address ?? '', bytes };
}

async function checkSound({ graphql }: Product, { address, bytes }: KeptSound) {
  const response = await fetch(new URL(address, graphql));
  const isEqual = response.ok && bytes.equals(Buffer.from(await response.arrayBuffer()));
  check(isEqual, `${address.slice(0, 12)}... is served as it was uploaded before the backup`);
}

async function loseAndRestore(stores: Stores) {
  const product = await startProduct({ env: withoutLimits, dataDir });
  const students = await Promise.all(Array.from({ length: learners }, () => newStudent(product, 'kept')));
  const [payer] = students;
  if (payer) await pay(payer.learner);
  const sounds = await Promise.all(students.map((student) => keepSound(product, student)));
  const bounds = await studyAndBackUp(product, stores, students);
  await product.stop();

  check((await command('check', directory)) === 0, 'the check of the backup succeeds');
  check((await command('restore', directory)) === 0, 'the backup was restored');
  check((await command('restore', directory)) !== 0, 'a second restore is rejected');
  const restored = await startProduct({ env: { ...withoutLimits, ...portsOf(product) }, dataDir });
  try {
    for (const each of bounds) {
      each.student.learner = await signInAgain(restored, each.student);
      const stored = await storedBy(each.student);
      compare(each, stored);
      Object.assign(each.student, stored);
    }
    for (const sound of sounds) await checkSound(restored, sound);
    if (payer) check(await isSubscribed(payer.learner), 'a learner who paid before the backup is subscribed');
    await checkStudents(restored, students);

    const until = Date.now() + studySeconds * 1_000;
    await Promise.all(students.map((student) => study(student, () => Date.now() > until)));
    const ids = await Promise.all(students.map(lastDeckOf));
    check(Math.min(...ids) > 1_000_000, `new decks have ids that were never used: ${ids.join(', ')}`);
    await checkStudents(restored, students);
  } finally {
    check((await restored.stop()) === 0, 'the product stopped with exit code 0');
    for (const place of [dataDir, directory]) rmSync(place, { recursive: true, force: true });
  }
}

await withStores(loseAndRestore);
endTrial('All acknowledged writes were restored.');
