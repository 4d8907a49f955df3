/**
 * Clamps an integer to the range that node:sqlite can read: it throws for integers beyond 2^53, and a client may send
 * any 64 bits.
 */
export const storable = (value: number): number =>
  Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value));
