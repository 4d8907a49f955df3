import { timingSafeEqual } from 'node:crypto';

const safeEqual = (left: string, right: string) => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Compares a header with a shared key in constant time. */
export const matchesKey = (given: unknown, key: string): boolean =>
  typeof given === 'string' && safeEqual(given, key);
