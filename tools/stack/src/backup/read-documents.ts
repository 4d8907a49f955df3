import { createReadStream } from 'node:fs';
import { BackupDamaged } from './manifest.ts';

const chunkBytes = 1024 * 1024;
const lengthBytes = 4;
/** Bytes of an empty document: its length and its end. */
const minBytes = 5;

/** Splits bytes into whole documents and the rest. */
function cut(bytes: Buffer, path: string): { documents: Buffer[]; rest: Buffer } {
  const documents: Buffer[] = [];
  let at = 0;
  while (bytes.length - at >= lengthBytes) {
    const size = bytes.readInt32LE(at);
    if (size < minBytes) throw new BackupDamaged(`${path} has a document of ${size} bytes.`);
    if (bytes.length - at < size) break;
    documents.push(bytes.subarray(at, at + size));
    at += size;
  }
  return { documents, rest: bytes.subarray(at) };
}

/** Yields the documents of a file in batches. */
export async function* readDocuments(path: string): AsyncGenerator<Buffer[]> {
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
    const parts = cut(Buffer.concat([rest, chunk]), path);
    rest = Buffer.from(parts.rest);
    if (parts.documents.length > 0) yield parts.documents;
  }
  if (rest.length > 0) throw new BackupDamaged(`${path} ends within a document.`);
}
