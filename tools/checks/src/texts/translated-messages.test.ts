import { problemInKiswahili } from '@kumbuka/contracts';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const sources = ['libs/contracts/src/rest', 'libs/service-kit/src', 'services/*/src', 'apps/gateway/src'];
const isShipped = (path: string) => !/\.(test|drill)\.ts$|\/(testing|generated)\//.test(path);
const messagePatterns = [
  /message: (['`])([A-Z].*?)\1/g,
  /\.(?:refine|regex|min|max)\(.*?, (['`])([A-Z].*?)\1,?\)/g,
];
/** Replaces the expressions of a template by numbers. */
const example = (text: string) => text.replaceAll(/\$\{.*?\}/g, '3').replaceAll(String.raw`\'`, "'");
/** Texts that the specification or programs require word for word. */
const untranslated = new Set(['No deck IDs provided', 'The operation requests 3 within itself.']);

it('every sentence about a field of a public request has a Kiswahili translation', () => {
  const texts = globSync(
    sources.map((folder) => `${folder}/**/*.ts`),
    { cwd: root },
  )
    .filter(isShipped)
    .flatMap((path) => {
      const code = readFileSync(`${root}/${path}`, 'utf8');
      return messagePatterns.flatMap((pattern) =>
        [...code.matchAll(pattern)].map(([, , text = '']) => example(text)),
      );
    })
    .filter((text) => !untranslated.has(text));
  expect(texts.length).toBeGreaterThan(25);
  expect(texts.filter((message) => problemInKiswahili({ message }) === null)).toEqual([]);
});
