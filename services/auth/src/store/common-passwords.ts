import { readFileSync } from 'node:fs';

/** The passwords that are refused, one a line; lines that start with `#! ` tell where they come from. */
export const readCommonPasswords = (file: string): ReadonlySet<string> =>
  new Set(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#! ')),
  );
