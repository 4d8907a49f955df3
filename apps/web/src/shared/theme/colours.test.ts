import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dark } from './tokens.ts';

const source = join(import.meta.dirname, '../..');
const literal = /#(?:[0-9a-f]{3,4}){1,2}\b|\b(?:rgba?|hsla?|oklch|lab)\(/i;

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /\.tsx?$/.test(file) && !/\.(generated|test)\.tsx?$/.test(file) && !file.startsWith('shared/theme/'),
  );

it('colours are written in the theme and nowhere else', () => {
  const found = filesOf(source).flatMap((file) =>
    readFileSync(join(source, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (literal.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});

it('the page that is shown before the first script has the colours of the theme', () => {
  const html = readFileSync(join(source, '../index.html'), 'utf8');
  const colours = html.match(/#[0-9a-f]{6}/g);
  expect(new Set(colours)).toEqual(new Set([dark.page, dark.nav]));
});
