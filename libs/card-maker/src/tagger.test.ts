import { createRequire } from 'node:module';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sentencesOf } from './sentences.ts';
import { termsOf, type Term } from './tagger.ts';

/** compromise as it comes, in a build of its own. */
const plain: (text: string) => { termList(): Term[] } = createRequire(import.meta.url)('compromise');

const texts = new URL('./testing/texts/', import.meta.url);
const sentences = readdirSync(texts).flatMap((name) =>
  readFileSync(new URL(name, texts), 'utf8')
    .split('\n')
    .flatMap((line) => sentencesOf(line)),
);
const said = (terms: Term[]) =>
  terms.map(({ text, pre, post, tags }) => ({ text, pre, post, tags: [...(tags ?? [])].toSorted() }));

it('the tagger says of every sentence of the texts what compromise says', () => {
  expect(sentences.length).toBeGreaterThan(300);
  const differing = sentences.filter(
    (sentence) =>
      JSON.stringify(said(termsOf(sentence))) !== JSON.stringify(said(plain(sentence).termList())),
  );
  expect(differing).toEqual([]);
});

it('words that every object has lead to no pattern', () =>
  expect(said(termsOf('The constructor has a prototype.'))).toEqual(
    said(plain('The constructor has a prototype.').termList()),
  ));
