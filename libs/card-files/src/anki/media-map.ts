import { CardFileRejected } from '../collection.ts';
import { fileLimits } from '../limits.ts';
import type { Reporter } from '../reports.ts';
import type { Archive } from './archive.ts';
import { numberField, readMessage, textField } from './protobuf.ts';

export interface MediaEntry {
  /** Name of the entry in the archive. */
  entry: string;
  /** Claims of the file. */
  size: number | null;
  sha1: string | null;
}

/** Media files of a package by the name that fields use, in NFC. */
export type MediaMap = ReadonlyMap<string, MediaEntry>;

/** Whether a name is nothing but a name. */
const isFileName = (name: string) =>
  name !== '' &&
  name !== '.' &&
  name !== '..' &&
  !/[\p{Cc}/\\]/u.test(name) &&
  !/^[a-z]:/i.test(name) &&
  Buffer.byteLength(name) <= 255;

function fromJson(bytes: Buffer): [string, MediaEntry][] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(bytes.toString('utf8') || '{}');
  } catch {
    throw new CardFileRejected('damaged', 'media');
  }
  if (typeof parsed !== 'object' || parsed === null) throw new CardFileRejected('damaged', 'media');
  return Object.entries(parsed as Record<string, unknown>).flatMap(([entry, name]) =>
    typeof name === 'string' ? [[name, { entry, size: null, sha1: null }] as [string, MediaEntry]] : [],
  );
}

function fromMessage(bytes: Buffer): [string, MediaEntry][] {
  const entries: [string, MediaEntry][] = [];
  for (const { number, value } of readMessage(bytes)) {
    if (entries.length > fileLimits.mediaNames) break;
    if (number !== 1 || typeof value === 'number') continue;
    const digest = [...readMessage(value)].find((field) => field.number === 3)?.value;
    entries.push([
      textField(value, 1),
      {
        entry: String(numberField(value, 255) ?? entries.length),
        size: numberField(value, 2) ?? 0,
        sha1:
          digest instanceof Uint8Array && digest.length === 20 ? Buffer.from(digest).toString('hex') : null,
      },
    ]);
  }
  return entries;
}

/** Reads which media files a package contains. Impossible names are reported and left out. */
export async function readMediaMap(
  archive: Archive,
  isCurrent: boolean,
  reporter: Reporter,
): Promise<MediaMap> {
  if (!archive.has('media')) return new Map();
  const bytes = await archive.read('media', { limit: fileLimits.mediaMapBytes, isZstd: isCurrent });
  const map = new Map<string, MediaEntry>();
  const claimed = isCurrent ? fromMessage(bytes) : fromJson(bytes);
  if (claimed.length > fileLimits.mediaNames) throw new CardFileRejected('too-many-entries');
  for (const [name, entry] of claimed) {
    const key = name.normalize('NFC');
    if (!isFileName(key)) reporter.add('bad-media', { text: name });
    else if (!archive.has(entry.entry)) reporter.add('missing-media', { text: name });
    else map.set(key, entry);
  }
  return map;
}

const percentDecoded = (name: string) => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

/** Finds the file for a name in a text: as it is, or percent-decoded. */
export const mediaResolver = (map: MediaMap) => (name: string) =>
  [name.normalize('NFC'), percentDecoded(name).normalize('NFC')].find((each) => map.has(each)) ?? null;
