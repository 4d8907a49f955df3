import { gapIn } from './cloze.ts';
import type { Made } from './making.ts';
import type { Vocabulary } from './subject.ts';

interface Segmented {
  text: string;
  index: number;
}

/** Missing in Firefox before 125; the words are then divided at what is no letter. */
const segmenter =
  typeof Intl !== 'undefined' && 'Segmenter' in Intl
    ? new Intl.Segmenter(undefined, { granularity: 'word' })
    : null;

function wordsOf(sentence: string): Segmented[] {
  if (!segmenter)
    return [...sentence.matchAll(/[\p{L}\p{M}\p{N}\u200c\u200d]+/gu)].map((found) => ({
      text: found[0],
      index: found.index,
    }));
  return [...segmenter.segment(sentence)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment, index }) => ({ text: segment, index }));
}

const spaced = /\s\S+\s\S+\s/;

/** Words of a sentence, of languages without spaces too. */
export const countWords = (sentence: string): number =>
  spaced.test(sentence) ? sentence.split(/\s+/).length : wordsOf(sentence).length;

const least = 5;
const most = 40;
const isDigits = (text: string) => /^\p{Nd}{2,}$/u.test(text);
/** Scripts whose words are one to three characters. */
const isDense = (text: string) =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]+$/u.test(text);
const leastLetters = 5;

/** Letters without vowel signs, which make words of some scripts look long. */
const lettersIn = (text: string) => [...text.replaceAll(/\p{M}/gu, '')].length;

interface Gaps {
  /** How a gap is asked for; empty for the sentence alone. */
  instruction: string;
  /** Words that several others could replace. */
  replaceable?: RegExp;
  /** Words that point out of their sentence. */
  pointing?: RegExp;
}

function worth(
  { text, index }: Segmented,
  sentence: string,
  vocabulary: Vocabulary,
  { replaceable }: Gaps,
): number {
  if (isDigits(text)) return 30;
  const letters = lettersIn(text);
  if (isDense(text) ? letters < 2 : letters < leastLetters) return 0;
  if (sentence.split(text).length > 2) return 0;
  const isFirst = sentence.slice(0, index).trim() === '';
  const times = Math.min(3, vocabulary.countOf(text));
  return (
    (isDense(text) ? 3 * letters : letters) + times - (isFirst ? 4 : 0) - (replaceable?.test(text) ? 8 : 0)
  );
}

/** Leans on the sentence before it, in the languages in which most learners read. */
const leaning =
  /^(?:il|elle|ils|elles|ce|cela|cette|ces|ella|ello|esto|esta|este|estos|estas|él|ellos|ele|ela|isso|isto|er|sie|es|dies|diese|dieser|dieses|hii|hiyo|hizi|hizo|huu|huo|hilo|hili|haya|hayo|hao|hawa|yeye|wao|hapa|hapo|pia|lakini|hivyo|kisha|halafu|هذا|هذه|ذلك|تلك|وهو|وهي|یہ|این|آن|यह|ये|वह|वे|इस|ይህ|ይህም|እሱ|እሷ|它|他|她|这|那|これ|それ|그것|nó|đó|bu|o)(?![\p{L}\p{M}])/iu;

/** A sentence of any language with a gap for its longest word or a number, without a question that could be wrong. */
export function gapOfAny(sentence: string, vocabulary: Vocabulary, gaps: Gaps): Made[] {
  const words = wordsOf(sentence);
  if (words.length < least || words.length > most || leaning.test(sentence) || /[!！"«»“”]/.test(sentence))
    return [];
  if (!/[.。।۔።]["')\]]*$/.test(sentence) || gaps.pointing?.test(sentence)) return [];
  const [best] = words
    .map((word) => ({ word, score: worth(word, sentence, vocabulary, gaps) }))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score);
  if (!best) return [];
  return [
    { question: gapIn(sentence, best.word.text, gaps.instruction), answer: best.word.text, score: 0.5 },
  ];
}
