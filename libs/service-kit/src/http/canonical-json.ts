const sorted = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value.toJSON();
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).map(([name, inner]) => [name, sorted(inner)] as const);
  return Object.fromEntries(entries.toSorted(([left], [right]) => (left < right ? -1 : 1)));
};

/** JSON with sorted object members, so that equal values give equal text; `undefined` gives an empty text. */
export const canonicalJson = (value: unknown): string => JSON.stringify(sorted(value)) ?? '';
