import { cleanText, joinDividedWords, termKey } from '@kumbuka/text';
import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { makeCards } from './make-cards.ts';
import type { Draft } from './draft.ts';
import { benchmarkTexts, type BenchmarkText } from './testing/benchmark-texts.ts';

const gap = '_____';
const auxiliary = '(?:is|are|was|were|do|does|did|can|may|must|will|has|have|had)';
const englishQuestion = new RegExp(
  `^(?:What|Who|Who or what|When|Where|Why|How|In which year|Which \\S.*) ${auxiliary} \\S|^What \\S+ \\S+|^Which (?:two|three|four|five) \\S`,
);

/** Grammatical faults of a question; a sentence with a gap has none. */
function grammarFaults({ question }: Draft): string[] {
  if (question.includes(gap)) return [];
  if (/^(?:Nini maana ya "|.+ (?:ni|huitwaje|inaitwaje|unaitwaje) ?(?:nini|nani)?\?$)/u.test(question))
    return [];
  const faults: string[] = [];
  if (!question.endsWith('?')) faults.push('no question mark');
  if (/ {2}/.test(question)) faults.push('a hole');
  if (/\p{Ll}\p{Lu}{3,}/u.test(question)) faults.push('torn capitals');
  if (question.startsWith('What does "')) return faults;
  if (!englishQuestion.test(question)) faults.push('word order');
  if (/\b(?:do|does|did) .*\b\w+ed\b(?! \w)/.test(question) && /^(?:In which year|When) did/.test(question))
    faults.push('past tense');
  return faults;
}

const plain = (text: string) =>
  termKey(joinDividedWords(cleanText(text)))
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** Words of the answer that are not in the text, except the pronouns that a rule adds. */
function inventedWords({ answer }: Draft, { text }: BenchmarkText): string[] {
  const textWords = new Set(plain(text).split(' '));
  return plain(answer)
    .split(' ')
    .filter(
      (word) =>
        word !== '' && !textWords.has(word) && !/^(?:it|they)$/.test(word) && !plain(text).includes(word),
    );
}

const titleOf = ({ kind, language }: BenchmarkText, at: number) => `${at + 1} ${kind} (${language})`;
const cases = benchmarkTexts.map((each, at) => [titleOf(each, at), each] as const);

/** The cards of each text as readers judged them: right, self-contained, worth learning. */
const judged = z
  .array(
    z.array(
      z.object({
        question: z.string(),
        answer: z.string(),
        verdict: z.enum(['usable', 'weak']),
        reason: z.string().optional(),
      }),
    ),
  )
  .parse(JSON.parse(readFileSync(new URL('./testing/judged.json', import.meta.url), 'utf8')));
const minUsableShare = 0.9;

describe('the benchmark', () => {
  it.each(cases.map(([title, { text }], at) => [title, text, at] as const))(
    'the cards of text %s equal the judged cards',
    (_title, text, at) =>
      expect(makeCards(text, 30).map(({ question, answer }) => ({ question, answer }))).toEqual(
        judged[at]?.map(({ question, answer }) => ({ question, answer })),
      ),
  );

  it('at least nine of ten cards are usable', () => {
    const all = judged.flat();
    const usable = all.filter(({ verdict }) => verdict === 'usable');
    expect(usable.length / all.length).toBeGreaterThanOrEqual(minUsableShare);
  });

  it('the benchmark has 48 texts of eight kinds', () => {
    expect(benchmarkTexts).toHaveLength(48);
    expect(new Set(benchmarkTexts.map(({ kind }) => kind)).size).toBe(8);
    expect(new Set(benchmarkTexts.map(({ language }) => language)).size).toBeGreaterThanOrEqual(8);
  });

  it.each(cases)('every question of text %s is grammatical', (_name, each) =>
    expect(
      makeCards(each.text, 30).flatMap((card) =>
        grammarFaults(card).map((fault) => `${fault}: ${card.question}`),
      ),
    ).toEqual([]),
  );

  it.each(cases)('no answer of text %s contains words that the text does not have', (_name, each) =>
    expect(makeCards(each.text, 30).flatMap((card) => inventedWords(card, each))).toEqual([]),
  );

  it.each(cases.filter(([, { kind }]) => kind === 'word list'))(
    'no line of text %s is lost',
    (_name, { text }) => expect(makeCards(text, 30)).toHaveLength(text.split('\n').length),
  );

  it.each(cases)('text %s yields at least one card', (_name, { text }) =>
    expect(makeCards(text, 30).length).toBeGreaterThan(0),
  );
});
