import { createRequire } from 'node:module';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sentencesOf } from './sentences.ts';
import { termsOf, type Term } from './tagger.ts';

/** compromise without our changes; `require` loads a build of its own. */
const unchanged: (text: string) => { termList(): Term[] } = createRequire(import.meta.url)('compromise');

const texts = new URL('./testing/texts/', import.meta.url);
const sentences = readdirSync(texts).flatMap((name) =>
  readFileSync(new URL(name, texts), 'utf8')
    .split('\n')
    .flatMap((line) => sentencesOf(line)),
);
const comparable = (terms: Term[]) =>
  terms.map(({ text, pre, post, tags }) => ({ text, pre, post, tags: [...(tags ?? [])].toSorted() }));

it('the faster pattern search tags every sentence of the texts as compromise does', () => {
  expect(sentences.length).toBeGreaterThan(300);
  const differing = sentences.filter(
    (sentence) =>
      JSON.stringify(comparable(termsOf(sentence))) !==
      JSON.stringify(comparable(unchanged(sentence).termList())),
  );
  expect(differing).toEqual([]);
});

it('the words `constructor` and `prototype` do not match properties of objects', () =>
  expect(comparable(termsOf('The constructor has a prototype.'))).toEqual(
    comparable(unchanged('The constructor has a prototype.').termList()),
  ));
