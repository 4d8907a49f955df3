import { randomBytes } from 'node:crypto';

const countBits = 12;
let lastMs = 0;
let count = 0;

/** Counts within a millisecond; when the count is full the next millisecond is borrowed. */
function tick(now: number): void {
  if (now > lastMs) {
    lastMs = now;
    count = 0;
  } else if (++count === 2 ** countBits) {
    lastMs += 1;
    count = 0;
  }
}

/**
 * UUID version 7 (RFC 9562, 5.7 and 6.2 method 1): 48 bits of milliseconds, a count of 12 bits, random bits. Ids
 * of one process sort by the order in which they were made, even when the clock is set back.
 */
export function uuidV7(now: number = Date.now()): string {
  tick(now);
  const bytes = randomBytes(16);
  bytes.writeUIntBE(lastMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | count, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
