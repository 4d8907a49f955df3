import { crc32c } from './crc32c.ts';

/**
 * Positions of the header fields of a record batch of magic 2 (Kafka protocol guide, "Record Batch"), in bytes from the
 * start of the batch.
 */
const AT = {
  baseOffset: 0,
  length: 8,
  leaderEpoch: 12,
  magic: 16,
  crc: 17,
  attributes: 21,
  lastOffsetDelta: 23,
  firstTimestamp: 27,
  maxTimestamp: 35,
  producerId: 43,
  producerEpoch: 51,
  baseSequence: 53,
  recordCount: 57,
} as const;

export const BATCH_HEADER_BYTES = 61;
/** Base offset and length, which the length field does not count. */
const BATCH_PREFIX_BYTES = 12;
/** Bytes up to and including the magic byte. */
export const BATCH_MAGIC_BYTES = 17;

const TRANSACTIONAL_BIT = 0x10;
const CONTROL_BIT = 0x20;
const COMPRESSION_MASK = 0x07;

export type BatchHeader = {
  baseOffset: number;
  magic: number;
  crc: number;
  isCompressed: boolean;
  isTransactional: boolean;
  isControl: boolean;
  lastOffsetDelta: number;
  firstTimestamp: number;
  maxTimestamp: number;
  producerId: number;
  producerEpoch: number;
  baseSequence: number;
  recordCount: number;
};

const int64 = (batch: Buffer, at: number) => Number(batch.readBigInt64BE(at));

/** Returns the size of the whole batch according to its length field. */
export const declaredBytes = (batch: Buffer): number => BATCH_PREFIX_BYTES + batch.readInt32BE(AT.length);

export const magicOf = (batch: Buffer): number => batch.readInt8(AT.magic);

/** Reads the header of a batch of magic 2 that has at least BATCH_HEADER_BYTES. */
export function readHeader(batch: Buffer): BatchHeader {
  const attributes = batch.readInt16BE(AT.attributes);
  return {
    baseOffset: int64(batch, AT.baseOffset),
    magic: magicOf(batch),
    crc: batch.readUInt32BE(AT.crc),
    isCompressed: (attributes & COMPRESSION_MASK) !== 0,
    isTransactional: (attributes & TRANSACTIONAL_BIT) !== 0,
    isControl: (attributes & CONTROL_BIT) !== 0,
    lastOffsetDelta: batch.readInt32BE(AT.lastOffsetDelta),
    firstTimestamp: int64(batch, AT.firstTimestamp),
    maxTimestamp: int64(batch, AT.maxTimestamp),
    producerId: int64(batch, AT.producerId),
    producerEpoch: batch.readInt16BE(AT.producerEpoch),
    baseSequence: batch.readInt32BE(AT.baseSequence),
    recordCount: batch.readInt32BE(AT.recordCount),
  };
}

/** Computes the CRC-32C over everything after the crc field. */
export const checksumOf = (batch: Buffer): number => crc32c(batch.subarray(AT.attributes));

/** Sets the two fields that the broker assigns. The checksum covers neither. */
export function placeAt(batch: Buffer, baseOffset: number, leaderEpoch: number): void {
  batch.writeBigInt64BE(BigInt(baseOffset), AT.baseOffset);
  batch.writeInt32BE(leaderEpoch, AT.leaderEpoch);
}
