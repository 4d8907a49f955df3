import { createErasureRace, type ErasureRace } from '@kumbuka/service-kit/testing';
import { fixture } from '@kumbuka/card-files/testing';
import { eventually } from '@kumbuka/testing/servers';
import { eraseBeforeEachWrite, eraseUser, keptAfterErasure } from '@kumbuka/testing';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startImportTest, type ImportTest } from '../testing/import-suite.ts';

let race: ErasureRace;
/** Its writes are held while `eraser`, another process on the same stores, erases the learner. */
let decks: ImportTest;
let eraser: ImportTest;

beforeAll(async () => {
  eraser = await startImportTest();
  race = await createErasureRace(eraser.stack.mongo.port, 'kumbuka_decks');
  const { stack, studies, folder } = eraser;
  decks = await startImportTest({ stack, studies, folder, overrides: { mongo: race.mongo } });
});
afterAll(async () => {
  await decks.stop();
  race.stop();
  await eraser.stop();
});

const table = Buffer.from('front,back\nKenya,Nairobi\nUganda,Kampala\n');
const aFile = { fileName: 'capitals.csv', size: table.length };

type Call = () => Promise<unknown>;

/** Uploads a file and waits for its preview. */
async function upload(bytes: Uint8Array, fileName: string, as: number): Promise<string> {
  const id = await eraser.upload(bytes, fileName, as);
  await eraser.until(id, 'READY', as);
  return id;
}

/** Uploads a package with pictures, sounds and note types of another program. */
const uploadPackage = async (as: number) =>
  upload(await readFile(fixture('anki/small.one-deck.apkg')), 'small.apkg', as);

/** Waits until no process works on the import, or the erasure has removed it. */
const atRest = (id: string, as: number) =>
  eventually(async () => {
    const found = await eraser.read(id, as);
    expect(['READING', 'RUNNING', 'UNDOING']).not.toContain(found?.state);
  }, 20_000);

/** Calls the service and waits for the work that the call has begun. */
const andRest =
  (mutation: string, id: string, as: number): Call =>
  async () => {
    await decks.send(mutation, { id }, as);
    await atRest(id, as);
  };

const attempts: [string, (as: number) => Promise<Call>][] = [
  ['createImport', async (as) => () => decks.send('createImport', aFile, as)],
  [
    'receivePart',
    async (as) => {
      const { id } = await eraser.send('createImport', aFile, as);
      const piece = { id, offset: 0, data: table.toString('base64') };
      return async () => {
        await decks.send('uploadImportPiece', piece, as);
        await atRest(id, as);
      };
    },
  ],
  ['prepareImport', async (as) => andRest('prepareImport', await uploadPackage(as), as)],
  ['startImport', async (as) => andRest('startImport', await uploadPackage(as), as)],
  [
    'undoImport',
    async (as) => {
      const id = await upload(table, 'capitals.csv', as);
      await eraser.send('startImport', { id }, as);
      await eraser.until(id, 'DONE', as);
      return andRest('undoImport', id, as);
    },
  ],
];

let learners = 0;

describe('a learner who is erased', () => {
  it.each(attempts)('while %s runs leaves no row', { timeout: 600_000 }, async (_name, prepare) => {
    const writes = await eraseBeforeEachWrite<number>({
      race,
      remaining: keptAfterErasure,
      aLearner: async () => 7_300_000_000 + ++learners,
      prepare,
      erase: (id) => eraseUser(eraser, id),
      textsOf: (id) => [id],
    });
    expect(writes).toBeGreaterThan(0);
  });
});
