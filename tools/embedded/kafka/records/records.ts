import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { KafkaError } from '../wire/errors.ts';
import { BATCH_HEADER_BYTES, type BatchHeader } from './batch.ts';

export type RecordPlace = { offsetDelta: number; timestamp: number };

/** Protects memory against decompression bombs; batches of events are far smaller than 100 MB. */
const MAX_DECOMPRESSED_BYTES = 104_857_600;

/**
 * Returns offset and timestamp of every record of a batch, or undefined for snappy and lz4, which Node cannot
 * decompress. Throws INVALID_RECORD when the bytes are not the declared number of records.
 */
export function readRecordPlaces(batch: Buffer, header: BatchHeader): RecordPlace[] | undefined {
  const bytes = plainRecords(batch.subarray(BATCH_HEADER_BYTES), header);
  if (bytes === undefined) return undefined;
  const cursor = createCursor(bytes);
  const places = Array.from({ length: header.recordCount }, () => readPlace(cursor, header));
  if (!cursor.isAtEnd()) throw invalid('bytes after the last record');
  return places;
}

function plainRecords(records: Buffer, { compression }: BatchHeader): Buffer | undefined {
  if (compression === 'none') return records;
  if (compression === 'gzip') return inflated(gunzipSync, records);
  if (compression === 'zstd') return inflated(zstdDecompressSync, records);
  return undefined;
}

function inflated(
  inflate: (bytes: Buffer, options: { maxOutputLength: number }) => Buffer,
  records: Buffer,
): Buffer {
  try {
    return inflate(records, { maxOutputLength: MAX_DECOMPRESSED_BYTES });
  } catch {
    throw invalid('records do not decompress');
  }
}

type Cursor = ReturnType<typeof createCursor>;

function readPlace(cursor: Cursor, header: BatchHeader): RecordPlace {
  const end = cursor.lengthEnd();
  cursor.skip(1);
  const timestamp = header.firstTimestamp + cursor.varint();
  const offsetDelta = cursor.varint();
  cursor.skipField();
  cursor.skipField();
  skipHeaders(cursor);
  if (cursor.position() !== end) throw invalid('length of a record');
  return { offsetDelta, timestamp };
}

function skipHeaders(cursor: Cursor): void {
  const count = cursor.varint();
  if (count < 0) throw invalid('number of headers');
  for (let i = 0; i < count; i += 1) {
    cursor.skip(cursor.varint());
    cursor.skipField();
  }
}

/** Cursor over zigzag varints (at most 10 bytes) and length-prefixed fields; a length of -1 is null. */
function createCursor(bytes: Buffer) {
  let at = 0;

  const varint = (): number => {
    let value = 0;
    let scale = 1;
    for (let i = 0; i < 10; i += 1) {
      if (at >= bytes.length) throw invalid('records end early');
      const byte = bytes[at++]!;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
      scale *= 128;
    }
    throw invalid('varint too long');
  };
  const skip = (length: number) => {
    if (length < 0 || length > bytes.length - at) throw invalid('length of a field');
    at += length;
  };

  return {
    varint,
    skip,
    skipField: () => {
      const length = varint();
      if (length !== -1) skip(length);
    },
    lengthEnd: () => {
      const length = varint();
      if (length < 0 || length > bytes.length - at) throw invalid('length of a record');
      return at + length;
    },
    position: () => at,
    isAtEnd: () => at === bytes.length,
  };
}

const invalid = (what: string) => new KafkaError('INVALID_RECORD', `Invalid records: ${what}`);
