import { eventually } from '@kumbuka/testing/servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startImportTest, type ImportTest } from '../testing/import-suite.ts';

const gigabytes = 0.001;
const piecesOfSpace = 4;
const pieceBytes = Math.floor((gigabytes * 1024 ** 3) / piecesOfSpace);
const minute = 60_000;

let test: ImportTest;
let passed = 0;
beforeAll(async () => {
  test = await startImportTest({
    overrides: { now: () => new Date(Date.now() + passed), tidyMs: 100 },
    env: { IMPORT_GIGABYTES: String(gigabytes) },
  });
});
afterAll(() => test.stop());

let learner = 700;
const begin = async (size: number) => {
  const as = ++learner;
  const { id } = await test.send('createImport', { fileName: 'words.csv', size }, as);
  return { as, id };
};
const sendPiece = ({ as, id }: { as: number; id: string }, offset: number, bytes: number) =>
  test.send('uploadImportPiece', { id, offset, data: Buffer.alloc(bytes, 'x').toString('base64') }, as);
const everything = piecesOfSpace * pieceBytes;

it('announced files that never arrive leave the space to others, until bytes take it', async () => {
  const uploads: Awaited<ReturnType<typeof begin>>[] = [];
  for (let each = 0; each < 10; each++) uploads.push(await begin(everything));
  expect(uploads.every(({ id }) => id)).toBe(true);

  const sent = await Promise.all(uploads.map((upload) => sendPiece(upload, 0, pieceBytes)));
  const accepted = sent.filter(({ code }) => !code);
  expect(accepted.length).toBeLessThanOrEqual(piecesOfSpace);
  expect(sent.filter(({ code }) => code).every(({ code }) => code === 'UNAVAILABLE')).toBe(true);

  // One after the other, the space is filled to its end.
  for (const upload of uploads) await sendPiece(upload, 0, pieceBytes);
  const received = await Promise.all(uploads.map(async ({ as, id }) => (await test.read(id, as)).received));
  expect(received.reduce((sum, bytes) => sum + bytes, 0)).toBe(everything);

  passed += 14 * minute;
  const [first] = received.flatMap((bytes, at) => (bytes > 0 ? [uploads[at]] : []));
  expect((await test.read(first?.id ?? '', first?.as ?? 0)).state).toBe('UPLOADING');
});

it('uploads that received nothing for 15 minutes end, and the next learner imports', async () => {
  passed += 16 * minute;
  const file = Buffer.from('simba,lion\n'.repeat(2_000));
  const as = ++learner;
  const id = await eventually(async () => {
    const { id: created } = await test.send('createImport', { fileName: 'b.csv', size: file.length }, as);
    if (!created) throw new Error('The space is taken.');
    return created as string;
  });
  await test.send('uploadImportPiece', { id, offset: 0, data: file.toString('base64') }, as);
  expect((await test.until(id, 'READY', as)).state).toBe('READY');
});
