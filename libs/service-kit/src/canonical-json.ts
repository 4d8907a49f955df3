const sorted = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value.toJSON();
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).map(([name, inner]) => [name, sorted(inner)] as const);
  return Object.fromEntries(entries.toSorted(([left], [right]) => (left < right ? -1 : 1)));
};

/** JSON in which the order of an object's members does not count, so that equal values give equal text; undefined becomes an empty one. */
export const canonicalJson = (value: unknown): string => JSON.stringify(sorted(value)) ?? '';
