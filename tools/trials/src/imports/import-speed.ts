/**
 * `npm run trial -- import-speed`: imports a package of 10,000 notes with 500 pictures and 200,000 reviews, exports it
 * again, and measures the answers of another learner meanwhile. `REAL_MONGO=1` uses a real MongoDB. `NOTES` for fewer.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerTo, giveDeck, newLearner, type DeckWithCards, type Learner } from '../product/learner.ts';
import { pause, residentMiB, show, spreadOf, type Spread } from '../product/measure.ts';
import { pidOf, startProduct, withoutLimits, type Product } from '../product/product.ts';
import { startStores } from '../product/stores.ts';
import { writeLargePackage } from './large-package.ts';

const notes = Number(process.env['NOTES'] ?? 10_000);
const isReal = process.env['REAL_MONGO'] === '1';
const limits = {
  importSeconds: isReal ? 30 : 60,
  exportSeconds: 20,
  processMiB: 600,
  slower: 2,
  /** Differences below this are those of the machine. */
  toleratedMs: 30,
};
const quietSeconds = 8;
const betweenAnswersMs = 60;

/** Answers one card after another until it is stopped. Returns the times of the responses. */
function keepAnswering({ call }: Learner, deck: DeckWithCards) {
  const times: number[] = [];
  let isOver = false;
  async function answer() {
    for (let turn = 0; !isOver; turn++) {
      const began = performance.now();
      const { status } = await call('POST', '/progress', answerTo(deck, turn));
      if (status !== 201) throw new Error(`An answer got ${status}.`);
      times.push(performance.now() - began);
      await pause(betweenAnswersMs);
    }
  }
  const work = answer();
  return async (): Promise<Spread> => {
    isOver = true;
    await work;
    return spreadOf(times);
  };
}

/** Processes below a process. */
function descendantsOf(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name): [number, number][] => {
      try {
        const text = readFileSync(`/proc/${name}/stat`, 'utf8');
        return [[Number(name), Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])]];
      } catch {
        return [];
      }
    });
  const below = (of: number): number[] =>
    parents.flatMap(([child, parent]) => (parent === of ? [child, ...below(child)] : []));
  return below(pid);
}

/** Most memory of a reader or builder of files until it is stopped. */
function watchMemory(product: Product) {
  let most = 0;
  const timer = setInterval(() => {
    for (const pid of descendantsOf(pidOf(product, 'application')))
      try {
        most = Math.max(most, residentMiB(pid) || 0);
      } catch {
        // The process has ended.
      }
  }, 100);
  return () => {
    clearInterval(timer);
    return most;
  };
}

interface Run {
  state: string;
  failure: string | null;
  added_cards: number;
  scheduled_cards: number;
  deck_ids: number[];
}

async function importPackage({ rest }: Product, { token, call }: Learner, path: string) {
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1_000;
  const response = await fetch(new URL('/imports?file_name=large.apkg', rest), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: readFileSync(path),
  });
  const { id } = (await response.json()) as { id: string };
  let firstDeck: number | null = null;
  for (;;) {
    const { body } = await call<Run>('GET', `/imports/${id}`);
    if (firstDeck === null && body.deck_ids.length > 0) firstDeck = seconds();
    if (body.state === 'done') return { run: body, firstDeck: firstDeck ?? seconds(), all: seconds() };
    if (body.state === 'failed') throw new Error(`The import failed: ${body.failure}.`);
    await pause(250);
  }
}

async function exportPackage({ rest }: Product, { token }: Learner) {
  const began = performance.now();
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(new URL('/export?format=apkg', rest), { headers });
  if (response.status !== 200) throw new Error(`The export got ${response.status}.`);
  const bytes = (await response.arrayBuffer()).byteLength;
  return { seconds: (performance.now() - began) / 1_000, bytes };
}

let failures = 0;
function report(what: string, value: number, unit: string, most: number) {
  const isMet = value <= most;
  if (!isMet) failures += 1;
  console.log(
    `${isMet ? 'ok    ' : 'FAILED'} ${what.padEnd(44)} ${show(value)} ${unit} (at most ${show(most)})`,
  );
}
const mostFor = ({ p99 }: Spread) => Math.max(limits.slower * p99, p99 + limits.toleratedMs);

const folder = mkdtempSync(join(tmpdir(), 'kumbuka-large-'));
const stores = await startStores();
const product = await startProduct({ env: withoutLimits });
try {
  const size = { notes, pictures: Math.ceil(notes / 20), reviews: notes * 20 };
  const path = await writeLargePackage(folder, size);
  const [other, owner] = [await newLearner(product.rest, 'other'), await newLearner(product.rest, 'owner')];
  const deck = await giveDeck(other, 30);
  const calm = keepAnswering(other, deck);
  await pause(quietSeconds * 1_000);
  const quiet = await calm();
  console.log(
    `${size.notes} notes, ${size.pictures} pictures, ${size.reviews} reviews, ${show(statSync(path).size / 1e6)} MB; ${isReal ? 'real' : 'embedded'} MongoDB`,
  );

  const [memory, answers] = [watchMemory(product), keepAnswering(other, deck)];
  const imported = await importPackage(product, owner, path);
  const during = await answers();
  report('import', imported.all, 's', limits.importSeconds);
  report('first deck can be studied', imported.firstDeck, 's', imported.all - 0.5);
  report("another learner's answers, p99 of the import", during.p99, 'ms', mostFor(quiet));
  console.log(
    `       ${imported.run.added_cards} cards added, ${imported.run.scheduled_cards} schedules; quiet p99 ${show(quiet.p99)} ms`,
  );

  const beside = keepAnswering(other, deck);
  const exported = await exportPackage(product, owner);
  const duringExport = await beside();
  report('export', exported.seconds, 's', limits.exportSeconds);
  report("another learner's answers, p99 of the export", duringExport.p99, 'ms', mostFor(quiet));
  report('largest process that reads or builds a file', memory(), 'MiB', limits.processMiB);
} finally {
  await product.stop();
  await stores.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;
