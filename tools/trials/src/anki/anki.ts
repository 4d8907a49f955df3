/**
 * Sends packages of Anki through our reader and writer into the real Anki, which studies them, in four zones. Checks that
 * everything a learner would miss comes back. NOT RUN where the real Anki cannot be had.
 */

import { builtInNoteTypes, readCardFile, writeApkg } from '@kumbuka/card-files';
import { execFileSync } from 'node:child_process';
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { check, endTrial } from '../product/checks.ts';
import { compare, type SeenPackage } from './compare.ts';
import { pythonWithAnki } from './get-anki.ts';

const root = join(import.meta.dirname, '../../../..');
const fixtures = join(root, 'libs/card-files/fixtures/anki');
const owner = 'Africa/Nairobi';
const zones = [owner, 'America/New_York', 'Pacific/Kiritimati', 'Asia/Kathmandu'];
const files = [
  'small.current.media.colpkg',
  'small.legacy.schedule.media.apkg',
  'old.v1.apkg',
  'old.v2.apkg',
  'typical.apkg',
];

const python = pythonWithAnki(join(root, 'node_modules/.cache/anki'));
if (python === null) {
  console.log('NOT RUN: the real Anki cannot be installed on this machine.');
  process.exit(1);
}
const scratch = mkdtempSync(join(tmpdir(), 'kumbuka-anki-'));

const look = (file: string, zone: string, ...words: string[]) =>
  JSON.parse(
    execFileSync(python, [join(import.meta.dirname, 'look.py'), zone, file, ...words], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      timeout: 120_000,
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  ) as SeenPackage;

/** Reads a package and writes it again, as an import and an export of the whole account do. */
async function throughUs(file: string, zone: string): Promise<string> {
  const folder = mkdtempSync(join(scratch, 'read-'));
  const options = { fileName: file, zone, dayStartHour: 4 };
  const { noteTypes, notes, media } = await readCardFile(join(fixtures, file), options, folder);
  const collection = {
    noteTypes,
    notes: notes(),
    media: (async function* () {
      for (const { name, path } of media) yield { name, open: async () => createReadStream(path) };
    })(),
    zone,
    dayStartHour: 4,
    at: new Date(),
  };
  const target = join(folder, 'out.apkg');
  await pipeline(await writeApkg(collection, join(folder, 'write')), createWriteStream(target));
  return target;
}

for (const file of files)
  for (const zone of zones) {
    // Files of the old scheduler name no zone, and Anki is a day off where their owner does not live.
    const before = look(join(fixtures, file), file.startsWith('old') ? owner : zone);
    const after = look(await throughUs(file, zone), zone, '--study');
    const differences = compare(before, after);
    const lost = differences.filter(({ level }) => level === 'must');
    const minor = new Set(differences.filter(({ level }) => level === 'should').map(({ what }) => what));
    check(
      lost.length === 0,
      `${file} in ${zone}: ${before.cards.length} cards come back${minor.size === 0 ? '' : `, but for ${[...minor].join(', ')}`}`,
    );
    for (const { what, where } of lost.slice(0, 5)) console.log(`  lost: ${what} ${where}`);
  }
/** A picture with covered parts that was made here, with labels that Anki does not know. */
async function madeHere(): Promise<string> {
  const picture = `${'a'.repeat(32)}-640x480.webp`;
  const area = (number: number) =>
    `{{c${number}::image-occlusion:rect:left=0.${number}:top=0.1:width=0.1:height=0.2:oi=1::part <${number}> & *so*}}`;
  const cards = [1, 2].map((number) => ({
    number,
    deck: 'Made here',
    front: '',
    back: '',
    suspended: false,
    flag: 0,
  }));
  const note = {
    guid: 'kmb-made-here',
    type: builtInNoteTypes['image-occlusion'].id,
    kind: 'image-occlusion' as const,
    format: 'rich' as const,
    fields: [`${area(1)}\n${area(2)}`, `![The heart](<${picture}>)`, 'Which **part**?', '', ''],
    tags: [],
    cards,
  };
  const folder = mkdtempSync(join(scratch, 'made-'));
  const collection = {
    noteTypes: [],
    notes: (async function* () {
      yield [note];
    })(),
    media: (async function* () {
      yield { name: picture, open: async () => createReadStream(join(fixtures, '../expected.json')) };
    })(),
    zone: owner,
    dayStartHour: 4,
    at: new Date(),
  };
  const target = join(folder, 'out.apkg');
  await pipeline(await writeApkg(collection, join(folder, 'write')), createWriteStream(target));
  return target;
}

const made = look(await madeHere(), owner, '--study');
check(
  made.problems.length + made.missing.length === 0 &&
    made.media.length === 1 &&
    made.isStudied === true &&
    JSON.stringify(made.cards.map(({ areas }) => areas)) ===
      '[[["cloze","rect"],["cloze-inactive","rect"]],[["cloze-inactive","rect"],["cloze","rect"]]]',
  'a picture with covered parts that was made here is studied in Anki, which covers them',
);

// A comparison that finds nothing must be able to find something.
const sample = look(join(fixtures, 'small.legacy.schedule.media.apkg'), owner, '--study');
const damaged = {
  ...sample,
  cards: sample.cards.slice(1).map((card) => ({ ...card, due: '2000-01-01' })),
  media: [],
};
const found = new Set(compare(sample, damaged).map(({ what }) => what));
check(
  ['card exists', 'due day', 'media'].every((what) => found.has(what)),
  'planted losses are found',
);
rmSync(scratch, { recursive: true });
endTrial();
