import { readFileSync } from 'node:fs';

const file = new URL('../../data/common-passwords.txt', import.meta.url);

/** Rejected passwords, one per line; lines that start with `#! ` name the source. */
export const readCommonPasswords = (): ReadonlySet<string> =>
  new Set(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#! ')),
  );
