import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { read, root } from '../files.ts';

const page = read('docs/accessibility.md');

/** Criteria of WCAG 2.2, levels A and AA; 1.2 is named as a whole and 4.1.1 is obsolete. */
const criteria = {
  '1.1': [1],
  '1.3': [1, 2, 3, 4, 5],
  '1.4': [1, 2, 3, 4, 5, 10, 11, 12, 13],
  '2.1': [1, 2, 4],
  '2.2': [1, 2],
  '2.3': [1],
  '2.4': [1, 2, 3, 4, 5, 6, 7, 11],
  '2.5': [1, 2, 3, 4, 7, 8],
  '3.1': [1, 2],
  '3.2': [1, 2, 3, 4, 6],
  '3.3': [1, 2, 3, 4, 7, 8],
  '4.1': [2, 3],
};

it('the accessibility page has evidence for every criterion of WCAG 2.2 AA', () => {
  const named = [...page.matchAll(/^\| ([\d., ]+)/gm)].flatMap(([, numbers = '']) =>
    numbers.trim().split(/, */),
  );
  const all = Object.entries(criteria).flatMap(([group, numbers]) =>
    numbers.map((number) => `${group}.${number}`),
  );
  expect(all.filter((number) => !named.includes(number))).toEqual([]);
});

it('every file that the accessibility page names exists', () => {
  const files = [...page.matchAll(/`([\w-]+\.(?:test\.)?tsx?)`/g)].map(([, file = '']) => file);
  const existing = readdirSync(join(root, 'apps/web/src'), { recursive: true, encoding: 'utf8' }).map(
    (path) => path.split('/').at(-1),
  );
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => !existing.includes(file))).toEqual([]);
});
