import type { ScoredCard } from './sentence-rule.ts';
import { refersBack } from './subject.ts';
import { verbAt } from './verbs.ts';
import type { Vocabulary } from './vocabulary.ts';
import { wordSet } from './word-set.ts';
import { hasTag, span, type TaggedSentence, type Word } from './words.ts';

const blank = '_____';
const partOfWord = /[\p{L}\p{N}]/u;

/** Positions of a text as whole words. Searches without a pattern, because one per text takes a second a page. */
function positionsOf(text: string, part: string): number[] {
  const positions: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1))
    if (!partOfWord.test(text.charAt(at - 1)) && !partOfWord.test(text.charAt(at + part.length)))
      positions.push(at);
  return positions;
}

/** Replaces the last occurrence as a whole word, because a term may contain its own meaning: `Ghana: Gh`. */
function replaceLast(text: string, part: string, replacement: string): string {
  const at = positionsOf(text, part).at(-1) ?? text.lastIndexOf(part);
  return at < 0 ? text : text.slice(0, at) + replacement + text.slice(at + part.length);
}

/** Returns the sentence with a gap for the hidden text, after the instruction if there is one. */
export function gapQuestion(sentence: string, hidden: string, instruction: string): string {
  const gapped = replaceLast(sentence, hidden, blank);
  return instruction === '' ? gapped : `${instruction} "${gapped}"`;
}

const minWords = 7;
const maxWords = 32;
/** Nouns too general to be worth a gap. */
const generalNouns = wordSet(
  'people person thing things way ways time times part parts kind kinds number numbers example examples use uses place places year years day days form forms type types world life work case cases amount order area areas level levels result results group groups lot member members name names process change changes stage stages phase phases',
);

/** Words that a gap can replace. */
interface Gap {
  from: number;
  to: number;
  score: number;
}

const isNumber = ({ text }: Word) => /^\d[\d.,]*%?$|^(?:1\d|20)\d\d$/.test(text);
const isNounish = (word: Word) =>
  hasTag(word, 'Noun') && !hasTag(word, 'Pronoun', 'Value', 'Date') && /^\p{L}[\p{L}'-]*$/u.test(word.text);

function numberGaps({ words }: TaggedSentence): Gap[] {
  return words.flatMap((word, at) => {
    if (!isNumber(word)) return [];
    const hasUnit = /^(?:million|billion|thousand|percent)$/.test(words[at + 1]?.lower ?? '');
    const isYear = /^\d{4}$/.test(word.text);
    return [{ from: at, to: hasUnit ? at + 2 : at + 1, score: isYear ? 0.68 : 0.62 }];
  });
}

/** Whether a noun ends its phrase: in `light energy` only the second one does. */
const endsPhrase = (word: Word, next: Word | undefined) =>
  word.after !== '' || !hasTag(next, 'Noun', 'Adjective', 'Determiner', 'Pronoun', 'Gerund');

const isCapitalised = ({ text }: Word) => /^\p{Lu}/u.test(text);

const isPartOfName = (word: Word | undefined) =>
  word !== undefined &&
  word.after === '' &&
  isNounish(word) &&
  isCapitalised(word) &&
  !/^the$/i.test(word.text);

/** A name is hidden as a whole, of another term only the last word. */
function termGaps({ words }: TaggedSentence, vocabulary: Vocabulary): Gap[] {
  return words.flatMap((word, at) => {
    if (!isNounish(word) || generalNouns.has(word.lower) || !endsPhrase(word, words[at + 1])) return [];
    const isName = isCapitalised(word);
    let from = at;
    while (from > 1 && isName && isPartOfName(words[from - 1])) from--;
    if (at - from > 3) return [];
    const name = isName && from > 0 ? 0.1 : 0;
    const repeated = vocabulary.countOf(word.lower) > 1 ? 0.06 : 0;
    const long = word.text.length >= 8 ? 0.06 : 0;
    const early = from < 2 ? -0.06 : 0;
    return [{ from, to: at + 1, score: 0.44 + name + repeated + long + early }];
  });
}

/** Removes an opening phrase: `In 1920, the protectorate ...`. */
function withoutOpening(tagged: TaggedSentence): TaggedSentence {
  const comma = tagged.words.findIndex(({ after }) => after === ',');
  const hasOpening = comma >= 0 && comma < 6 && hasTag(tagged.words[0], 'Preposition');
  return hasOpening ? { ...tagged, words: tagged.words.slice(comma + 1) } : tagged;
}

function subjectRefersBack(tagged: TaggedSentence, vocabulary: Vocabulary): boolean {
  const statement = withoutOpening(tagged);
  return refersBack(statement, Math.max(1, verbAt(statement)), vocabulary);
}

/** Makes a gap for the best term or number of a sentence. */
export function gapCards(tagged: TaggedSentence, vocabulary: Vocabulary): ScoredCard[] {
  const { words, sentence } = tagged;
  if (words.length < minWords || words.length > maxWords || sentence.includes('?')) return [];
  const verb = verbAt(tagged);
  if (verb < 1 || !hasTag(words[verb], 'PresentTense', 'PastTense', 'Copula', 'Modal', 'Auxiliary'))
    return [];
  if (subjectRefersBack(tagged, vocabulary)) return [];
  const occursOnce = (text: string) => positionsOf(sentence.toLowerCase(), text.toLowerCase()).length === 1;
  const [best] = [...numberGaps(tagged), ...termGaps(tagged, vocabulary)]
    .map(({ from, to, score }) => ({ answer: span(tagged, from, to), score }))
    .filter(({ answer }) => answer.length > 1 && occursOnce(answer))
    .toSorted((left, right) => right.score - left.score);
  if (!best) return [];
  const { answer, score } = best;
  return [{ question: gapQuestion(sentence, answer, 'Fill in the gap:'), answer, score }];
}
