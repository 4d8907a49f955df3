import { createErasureRace, type ErasureRace } from '@kumbuka/service-kit/testing';
import { eraseBeforeEachWrite, eraseUser } from '@kumbuka/testing';
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

/** Keep the id of an erased account, by design: events, the record of its deletion, its tombstone. */
const remaining = ['outbox', 'deletion_steps', 'learners'];
const table = Buffer.from('front,back\nKenya,Nairobi\nUganda,Kampala\n');
const aFile = { fileName: 'capitals.csv', size: table.length };

type Call = () => Promise<unknown>;
const attempts: [string, (as: number) => Promise<Call>][] = [
  ['createImport', async (as) => () => decks.send('createImport', aFile, as)],
  [
    'receivePart',
    async (as) => {
      const { id } = await eraser.send('createImport', aFile, as);
      const piece = { id, offset: 0, data: table.toString('base64') };
      return () => decks.send('uploadImportPiece', piece, as);
    },
  ],
];

let learners = 0;

describe('a learner who is erased', () => {
  it.each(attempts)('while %s runs leaves no row', { timeout: 120_000 }, async (_name, prepare) => {
    const writes = await eraseBeforeEachWrite<number>({
      race,
      remaining,
      aLearner: async () => 7_300_000_000 + ++learners,
      prepare,
      erase: (id) => eraseUser(eraser, id),
      textsOf: (id) => [id],
    });
    expect(writes).toBeGreaterThan(0);
  });
});
