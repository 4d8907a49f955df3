/**
 * The nearest integer that comes back from SQLite as a number: node:sqlite throws when it reads one beyond
 * 2^53, and a client may send any 64 bits.
 */
export const storable = (value: number): number =>
  Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value));
