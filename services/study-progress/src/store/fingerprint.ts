import type { ProjectionDocument } from './documents.ts';

/** JSON of a row with its keys in order, so that equal rows give equal text. */
export const fingerprint = (row: ProjectionDocument): string =>
  JSON.stringify(row, (_key, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
