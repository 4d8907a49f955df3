import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { percentLabel } from './percent.ts';

it('a percentage is whole, and an unknown one is a dash, not 0%', () => {
  expect([percentLabel(79.6), percentLabel(0), percentLabel(null)]).toEqual(['80%', '0%', '–']);
});

/** Source files of the screens, without tests and generated code. */
const sources = readdirSync(join(import.meta.dirname, '../..'), { recursive: true, encoding: 'utf8' })
  .filter(
    (path) => /^(app|features|shared)\/.*\.tsx?$/.test(path) && !/\.(test|drill|generated)\./.test(path),
  )
  .map((path) => ({ path, text: readFileSync(join(import.meta.dirname, '../..', path), 'utf8') }));

/** A percent sign in a text: after a value in a macro or in JSX, or as a unit. Styles have one after a value, too. */
const formats = /t`[^`]*\}\s?%|>\s*\{[^{}`<>]*\}\s*%|unit=["{']+%|'%'/;

it('all screens format percentages by one function', () => {
  expect(sources.length).toBeGreaterThan(200);
  expect(sources.filter(({ text }) => formats.test(text)).map(({ path }) => path)).toEqual([]);
});
