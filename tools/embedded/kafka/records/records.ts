import { KafkaError } from '../wire/errors.ts';
import { BATCH_HEADER_BYTES, type BatchHeader } from './batch.ts';

/** Returns the timestamps of the records of a batch. Throws INVALID_RECORD unless the bytes are the declared records. */
export function readTimestamps(batch: Buffer, header: BatchHeader): number[] {
  const cursor = createCursor(batch.subarray(BATCH_HEADER_BYTES));
  const times = Array.from({ length: header.recordCount }, () => readTimestamp(cursor, header));
  if (!cursor.isAtEnd()) throw invalid('bytes after the last record');
  return times;
}

type Cursor = ReturnType<typeof createCursor>;

function readTimestamp(cursor: Cursor, header: BatchHeader): number {
  const end = cursor.lengthEnd();
  cursor.skip(1);
  const timestamp = header.firstTimestamp + cursor.varint();
  cursor.varint(); // offset delta
  cursor.skipField();
  cursor.skipField();
  skipHeaders(cursor);
  if (cursor.position() !== end) throw invalid('length of a record');
  return timestamp;
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
