import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from './files.ts';
import { wordsIn, wordsOf } from './words.ts';

it('no identifier, comment or title of the repository uses a word that has a better one', () => {
  expect(wordsOf(root)).toEqual([]);
});

it.each([
  ['a constant', 'const told = read();', '1: told; write events, response, reported'],
  ['a function', 'function askOwner() {}', '1: askOwner; write call, query, request'],
  ['a type', 'interface CardFacts {\n}', '1: CardFacts; write details, data, addresses'],
  ['a field', 'interface Code {\n  maxTries: number;\n}', '2: maxTries; write attempts'],
  ['a destructured name', 'const { id, given } = input;', '1: given; write input, options, values'],
  ['a parameter', 'const run = (desk: Admin) => desk;', '1: desk; write admin'],
  ['a comment', '/** Serves whoever comes. */', '1: whoever; write name the subject'],
  ['a title', "it('the owner is told once', () => {});", '1: is told; write learns'],
])('the check reports a word without meaning in %s and names its replacement', (_place, text, sentence) => {
  expect(wordsIn(text)).toEqual([expect.stringContaining(sentence)]);
});

it.each([
  ['a dead letter', 'const deadLetters = read();'],
  ['the name of a setting', 'const load = () => loadConfig({ KNOWN_OPERATIONS_ONLY: "true" });'],
  ['a part of another word', 'const unknown = 1, factory = 2, always = 3;'],
  ['a query in a template', 'const query = `{ generations { asked } adminEventDesk { service } }`;'],
  ['a text', "throw new Error('The facts are known.');"],
])('the check accepts %s', (_what, text) => {
  expect(wordsIn(text)).toEqual([]);
});

it('the check reports the file and line of a word, but leaves out generated files', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'kumbuka-words-'));
  onTestFinished(() => rmSync(scratch, { recursive: true, force: true }));
  for (const file of [
    'services/mail/src/app.ts',
    'services/mail/src/graphql/generated/types.ts',
    'apps/web/src/app.generated.ts',
  ]) {
    mkdirSync(dirname(join(scratch, file)), { recursive: true });
    writeFileSync(join(scratch, file), '\nconst told = 1;\n');
  }
  expect(wordsOf(scratch)).toEqual(['services/mail/src/app.ts:2: told; write events, response, reported']);
});

it('a name like that of a built-in property is accepted', () => {
  expect(wordsIn('interface PromiseConstructor {}')).toEqual([]);
});
