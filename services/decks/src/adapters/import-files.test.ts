import { CardFileRejected, type ReadCardFile } from '@kumbuka/card-files';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ImportRun } from '../domain/import/import-run.ts';
import { createImportFiles } from './import-files.ts';

const contents = { notes: 'read' } as unknown as Awaited<ReturnType<ReadCardFile>>;

/** Reads a file with a reader that crashes a number of times first. */
async function readWith(crashes: number) {
  const logged: unknown[] = [];
  let attempts = 0;
  const files = createImportFiles(
    await mkdtemp(join(tmpdir(), 'imports-')),
    { error: (fields: unknown) => void logged.push(fields) },
    async () => {
      attempts += 1;
      if (attempts <= crashes) throw new CardFileRejected('reader-failed', 'TypeError: nobody thought of it');
      return contents;
    },
  );
  await files.write('i', 0, Buffer.from('q,a'));
  const run = { id: 'i', fileName: 'a.csv', options: {} } as unknown as ImportRun;
  const outcome = await files
    .read(run, { zone: 'Africa/Nairobi', dayStartHour: 4 })
    .catch((error: CardFileRejected) => error.code);
  return { outcome, logged, attempts };
}

it('a single crash of the reader is logged with its import, and the file is read', async () => {
  const { outcome, logged } = await readWith(1);
  expect(outcome).toBe(contents);
  expect(logged).toMatchObject([{ importId: 'i', err: { code: 'reader-failed' } }]);
});

it('a file at which the reader crashes again is rejected', async () => {
  const { outcome, logged, attempts } = await readWith(9);
  expect([outcome, logged.length, attempts]).toEqual(['reader-failed', 2, 2]);
});
