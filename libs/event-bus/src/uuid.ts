import { randomUUID } from 'node:crypto';

const countBits = 12;
let lastMs = 0;
let count = 0;

/** Counter within a millisecond; on overflow it borrows the next millisecond. */
function tick(now: number): void {
  if (now > lastMs) {
    lastMs = now;
    count = 0;
  } else if (++count === 2 ** countBits) {
    lastMs += 1;
    count = 0;
  }
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

/** Time in milliseconds at which a UUID of version 7 was made; `null` for other versions. */
export function timeOfUuidV7(id: string): number | null {
  const [, high, low] = /^([\da-f]{8})-([\da-f]{4})-7/i.exec(id) ?? [];
  return high === undefined || low === undefined ? null : Number.parseInt(high + low, 16);
}

/**
 * UUID version 7 (RFC 9562, 5.7 and 6.2 method 1): 48 bits of milliseconds, a 12-bit counter, random bits.
 * Ids of one process sort by creation, even when the clock is set back.
 */
export function uuidV7(now: number = Date.now()): string {
  tick(now);
  const ms = hex(lastMs, 12);
  // Variant and random bits come from a version 4 UUID, whose entropy Node fetches in bulk.
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7${hex(count, 3)}${randomUUID().slice(18)}`;
}
