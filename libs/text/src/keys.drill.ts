import { expect, it } from 'vitest';
import { identityKey, searchKey, termKey } from './keys.ts';

it('every key function is idempotent for every character', () => {
  const keys = [searchKey, identityKey, termKey];
  const changing: string[] = [];
  for (let code = 0; code < 0x20000; code += 1) {
    const character = String.fromCodePoint(code);
    if (keys.some((key) => key(key(character)) !== key(character))) changing.push(code.toString(16));
  }
  expect(changing).toEqual([]);
});
