/** Fields of a record batch, each valid or invalid (Kafka protocol guide, "Record Batch"). */
export type BatchOptions = {
  values?: string[];
  producerId?: number;
  epoch?: number;
  sequence?: number;
  timestamp?: number;
  magic?: number;
  attributes?: number;
  recordCount?: number;
  /** Bytes that replace the records. */
  records?: Buffer;
  breakChecksum?: boolean;
};

const CASTAGNOLI = 0x82f63b78;

function checksum(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ CASTAGNOLI : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value < 0 ? -value * 2 - 1 : value * 2;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  return Buffer.from([...bytes, rest]);
}

/** Encodes one record with a null key and no headers. */
function record(offsetDelta: number, value: string): Buffer {
  const text = Buffer.from(value);
  const body = [Buffer.from([0]), varint(0), varint(offsetDelta), varint(-1)];
  const bytes = Buffer.concat([...body, varint(text.length), text, varint(0)]);
  return Buffer.concat([varint(bytes.length), bytes]);
}

/** Encodes a batch of magic 2; without options, one valid record with the current time. */
export function batch(options: BatchOptions = {}): Buffer {
  const { values = ['value'], timestamp = Date.now() } = options;
  const records = options.records ?? Buffer.concat(values.map((value, i) => record(i, value)));
  const bytes = Buffer.alloc(61 + records.length);
  bytes.writeBigInt64BE(0n, 0);
  bytes.writeInt32BE(bytes.length - 12, 8);
  bytes.writeInt32BE(-1, 12);
  bytes.writeInt8(options.magic ?? 2, 16);
  bytes.writeInt16BE(options.attributes ?? 0, 21);
  bytes.writeInt32BE(values.length - 1, 23);
  bytes.writeBigInt64BE(BigInt(timestamp), 27);
  bytes.writeBigInt64BE(BigInt(timestamp), 35);
  bytes.writeBigInt64BE(BigInt(options.producerId ?? -1), 43);
  bytes.writeInt16BE(options.epoch ?? (options.producerId === undefined ? -1 : 0), 51);
  bytes.writeInt32BE(options.sequence ?? -1, 53);
  bytes.writeInt32BE(options.recordCount ?? values.length, 57);
  records.copy(bytes, 61);
  const crc = checksum(bytes.subarray(21));
  bytes.writeUInt32BE(options.breakChecksum ? (crc ^ 1) >>> 0 : crc, 17);
  return bytes;
}

type StoredBatch = { baseOffset: number; recordCount: number; bytes: number; isWhole: boolean };

/** Parses the batches of a Fetch response, of which the last may be cut. */
export function batchesIn(records: Buffer): StoredBatch[] {
  const found: StoredBatch[] = [];
  for (let at = 0; at + 61 <= records.length;) {
    const bytes = 12 + records.readInt32BE(at + 8);
    const baseOffset = Number(records.readBigInt64BE(at));
    const recordCount = records.readInt32BE(at + 57);
    found.push({ baseOffset, recordCount, bytes, isWhole: at + bytes <= records.length });
    at += bytes;
  }
  return found;
}
