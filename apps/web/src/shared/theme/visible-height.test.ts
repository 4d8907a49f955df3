import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { wholeWindow } from './tokens.ts';

const source = join(import.meta.dirname, '../..');
const withoutTests = (file: string) => /\.tsx?$/.test(file) && !/\.(test|drill)\.tsx?$/.test(file);

it('the oldest supported browsers, which know neither dvh nor color-mix, get the height of the window', () => {
  expect(Object.entries(wholeWindow)[0]).toEqual(['minHeight', '100vh']);
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(withoutTests);
  const without = files.filter((file) => {
    const text = readFileSync(join(source, file), 'utf8');
    return /\d(dvh|svh|lvh)\b|color-mix\(/.test(text);
  });
  // There, each such height follows its fallback.
  expect(without).toEqual(['shared/theme/tokens.ts']);
});
