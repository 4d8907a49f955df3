import { timingSafeEqual } from 'node:crypto';

const safeEqual = (left: string, right: string) => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Compares a header with a shared key in constant time. */
export const matchesKey = (value: unknown, key: string): boolean =>
  typeof value === 'string' && safeEqual(value, key);
