import { gapQuestion } from './cloze.ts';
import type { ScoredCard } from './sentence-rule.ts';
import type { Vocabulary } from './vocabulary.ts';

interface WordPlace {
  text: string;
  index: number;
}

/** Missing in Firefox before 125, where words are runs of letters and digits. */
const segmenter =
  typeof Intl !== 'undefined' && 'Segmenter' in Intl
    ? new Intl.Segmenter(undefined, { granularity: 'word' })
    : null;

function wordsOf(sentence: string): WordPlace[] {
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

/** Number of words of a sentence, also in languages without spaces. */
export const countWords = (sentence: string): number =>
  spaced.test(sentence) ? sentence.split(/\s+/).length : wordsOf(sentence).length;

const minWords = 5;
const maxWords = 40;
const isDigits = (text: string) => /^\p{Nd}{2,}$/u.test(text);
/** Whether a word is of a script whose words have one to three characters. */
const isDense = (text: string) =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]+$/u.test(text);
const minLetters = 5;

/** Letters without vowel signs, which make words of some scripts look long. */
const lettersIn = (text: string) => [...text.replaceAll(/\p{M}/gu, '')].length;

interface GapOptions {
  /** Text before the sentence, such as `Fill in the gap:`; may be empty. */
  instruction: string;
  /** Words that make poor gaps, because several others would fit. */
  replaceable?: RegExp;
  /** Words that refer to another sentence; sentences with one get no gap. */
  backReference?: RegExp;
}

/** How well a word serves as the gap; 0 if not at all. */
function gapScore(
  { text, index }: WordPlace,
  sentence: string,
  vocabulary: Vocabulary,
  { replaceable }: GapOptions,
): number {
  if (isDigits(text)) return 30;
  const letters = lettersIn(text);
  if (isDense(text) ? letters < 2 : letters < minLetters) return 0;
  if (sentence.split(text).length > 2) return 0;
  const isFirst = sentence.slice(0, index).trim() === '';
  const length = isDense(text) ? 3 * letters : letters;
  const occurrences = Math.min(3, vocabulary.countOf(text));
  return length + occurrences - (isFirst ? 4 : 0) - (replaceable?.test(text) ? 8 : 0);
}

/** A first word that refers to the sentence before, in the languages of most learners. */
const openingReference =
  /^(?:il|elle|ils|elles|ce|cela|cette|ces|ella|ello|esto|esta|este|estos|estas|él|ellos|ele|ela|isso|isto|er|sie|es|dies|diese|dieser|dieses|hii|hiyo|hizi|hizo|huu|huo|hilo|hili|haya|hayo|hao|hawa|yeye|wao|hapa|hapo|pia|lakini|hivyo|kisha|halafu|هذا|هذه|ذلك|تلك|وهو|وهي|یہ|این|آن|यह|ये|वह|वे|इस|ይህ|ይህም|እሱ|እሷ|它|他|她|这|那|これ|それ|그것|nó|đó|bu|o)(?![\p{L}\p{M}])/iu;

/** Makes a gap for a number or the longest word of a sentence in any language. Unlike a question it needs no grammar. */
export function gapCardInAnyLanguage(
  sentence: string,
  vocabulary: Vocabulary,
  options: GapOptions,
): ScoredCard[] {
  const words = wordsOf(sentence);
  if (
    words.length < minWords ||
    words.length > maxWords ||
    openingReference.test(sentence) ||
    /[!！"«»“”]/.test(sentence)
  )
    return [];
  if (!/[.。।۔።]["')\]]*$/.test(sentence) || options.backReference?.test(sentence)) return [];
  const [best] = words
    .map((word) => ({ word, score: gapScore(word, sentence, vocabulary, options) }))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score);
  if (!best) return [];
  return [
    {
      question: gapQuestion(sentence, best.word.text, options.instruction),
      answer: best.word.text,
      score: 0.5,
    },
  ];
}
