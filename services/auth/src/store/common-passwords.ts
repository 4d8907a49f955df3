import { readFileSync } from 'node:fs';

/** Rejected passwords, one per line; lines that start with `#! ` name the source. */
export const readCommonPasswords = (file: string): ReadonlySet<string> =>
  new Set(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#! ')),
  );
