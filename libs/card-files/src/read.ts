import { open, readFile, stat } from 'node:fs/promises';
import { isAnkiName, readPackage } from './anki/read-package.ts';
import { CardFileRejected, type CardFileHead, type MediaFile, type ReadOptions } from './collection.ts';
import { createCollector, type Sink } from './collector.ts';
import { fileLimits } from './limits.ts';
import { readText } from './text/read-text.ts';

async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const isZip = (bytes: Buffer) => bytes.toString('latin1', 0, 2) === 'PK';

/** Name of a deck for cards whose file names none. */
const deckOf = ({ fileName, deck }: ReadOptions) =>
  deck ??
  (fileName
    .replace(/\.[^.]*$/, '')
    .trim()
    .slice(0, fileLimits.deckName) ||
    'Import');

/** Reads a file in this process, without limits of time and memory. Throws `CardFileRejected`. */
export async function read(
  path: string,
  options: ReadOptions,
  sink: Sink,
  folder: string | null,
): Promise<{ head: CardFileHead; media: MediaFile[] }> {
  const { size } = await stat(path);
  if (size === 0) throw new CardFileRejected('empty');
  const collector = createCollector(sink);
  if (isZip(await beginningOf(path))) return readPackage(path, options, collector, folder);
  if (isAnkiName(options.fileName)) throw new CardFileRejected('not-anki');
  if (size > fileLimits.textBytes) throw new CardFileRejected('too-large');
  return {
    head: readText(await readFile(path), { ...options, deck: deckOf(options) }, collector),
    media: [],
  };
}
