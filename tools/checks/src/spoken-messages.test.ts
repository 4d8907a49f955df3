import { problemInKiswahili } from '@kumbuka/contracts';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const sources = ['libs/contracts/src/rest', 'libs/service-kit/src', 'services/*/src', 'apps/gateway/src'];
const isShipped = (path: string) => !/\.(test|drill)\.ts$|\/(testing|generated)\//.test(path);
const said = [/message: (['`])([A-Z].*?)\1/g, /\.(?:refine|regex|min|max)\(.*?, (['`])([A-Z].*?)\1,?\)/g];
/** Numbers stand for the expressions of a template. */
const example = (text: string) => text.replaceAll(/\$\{.*?\}/g, '3').replaceAll(String.raw`\'`, "'");
/** The specification and programs want these to the letter. */
const fixed = new Set(['No deck IDs provided', 'The operation requests 3 within itself.']);

it('every sentence about a field of a public request has a Kiswahili translation', () => {
  const texts = globSync(
    sources.map((folder) => `${folder}/**/*.ts`),
    { cwd: root },
  )
    .filter(isShipped)
    .flatMap((path) => {
      const code = readFileSync(`${root}/${path}`, 'utf8');
      return said.flatMap((pattern) => [...code.matchAll(pattern)].map(([, , text = '']) => example(text)));
    })
    .filter((text) => !fixed.has(text));
  expect(texts.length).toBeGreaterThan(25);
  expect(texts.filter((message) => problemInKiswahili({ message }) === null)).toEqual([]);
});
