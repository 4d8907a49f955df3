import type { Made } from './making.ts';
import { leansBack, type Vocabulary } from './subject.ts';
import { verbAt } from './verbs.ts';
import { is, span, type Tagged, type Word } from './words.ts';

const blank = '_____';
const partOfWord = /[\p{L}\p{N}]/u;

/** The last place as a word of its own, because a term may contain its own meaning: `Ghana: Gh`. */
function replaceLast(text: string, part: string, by: string): string {
  const isWord = (at: number) =>
    !partOfWord.test(text.charAt(at - 1)) && !partOfWord.test(text.charAt(at + part.length));
  let at = text.lastIndexOf(part);
  for (let whole = at; whole >= 0; whole = whole === 0 ? -1 : text.lastIndexOf(part, whole - 1))
    if (isWord(whole)) {
      at = whole;
      break;
    }
  return at < 0 ? text : text.slice(0, at) + by + text.slice(at + part.length);
}

/** How a gap is asked for; without an instruction the sentence alone. */
export function gapIn(sentence: string, hidden: string, instruction: string): string {
  const gapped = replaceLast(sentence, hidden, blank);
  return instruction === '' ? gapped : `${instruction} "${gapped}"`;
}

const least = 7;
const most = 32;
const dull = new Set(
  'people person thing things way ways time times part parts kind kinds number numbers example examples use uses place places year years day days form forms type types world life work case cases amount order area areas level levels result results group groups lot member members name names process change changes stage stages phase phases'.split(
    ' ',
  ),
);

interface Target {
  from: number;
  to: number;
  score: number;
}

/** How often a text stands in a sentence as words of its own. Without a pattern: one for each text takes a second a page. */
function occurrences(sentence: string, text: string): number {
  const [whole, part] = [sentence.toLowerCase(), text.toLowerCase()];
  const isWhole = (at: number) =>
    !partOfWord.test(whole.charAt(at - 1)) && !partOfWord.test(whole.charAt(at + part.length));
  let count = 0;
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) if (isWhole(at)) count++;
  return count;
}

const isNumber = ({ text }: Word) => /^\d[\d.,]*%?$|^(?:1\d|20)\d\d$/.test(text);
const isNounish = (word: Word) =>
  is(word, 'Noun') && !is(word, 'Pronoun', 'Value', 'Date') && /^\p{L}[\p{L}'-]*$/u.test(word.text);

function numbers({ words }: Tagged): Target[] {
  return words.flatMap((word, at) =>
    isNumber(word)
      ? [
          {
            from: at,
            to: /^(?:million|billion|thousand|percent)$/.test(words[at + 1]?.lower ?? '') ? at + 2 : at + 1,
            score: /^\d{4}$/.test(word.text) ? 0.68 : 0.62,
          },
        ]
      : [],
  );
}

/** A noun that goes on with another word was none. */
const endsAPhrase = (word: Word, next: Word | undefined) =>
  word.after !== '' || !is(next, 'Noun', 'Adjective', 'Determiner', 'Pronoun', 'Gerund');

/** Names as a whole, of other terms the last word. */
function terms({ words }: Tagged, vocabulary: Vocabulary): Target[] {
  return words.flatMap((word, at) => {
    if (!isNounish(word) || dull.has(word.lower) || !endsAPhrase(word, words[at + 1])) return [];
    let from = at;
    const isPartOfName = (each: Word | undefined) =>
      each !== undefined &&
      each.after === '' &&
      isNounish(each) &&
      /^\p{Lu}/u.test(each.text) &&
      !/^the$/i.test(each.text);
    while (from > 1 && /^\p{Lu}/u.test(word.text) && isPartOfName(words[from - 1])) from--;
    const name = /^\p{Lu}/u.test(word.text) && from > 0 ? 0.1 : 0;
    const repeated = vocabulary.countOf(word.lower) > 1 ? 0.06 : 0;
    const long = word.text.length >= 8 ? 0.06 : 0;
    const early = from < 2 ? -0.06 : 0;
    return at - from > 3 ? [] : [{ from, to: at + 1, score: 0.44 + name + repeated + long + early }];
  });
}

/** `In 1920, the protectorate ...`: what is said begins behind the comma. */
function behindOpening(tagged: Tagged): Tagged {
  const comma = tagged.words.findIndex(({ after }) => after === ',');
  const isOpening = comma >= 0 && comma < 6 && is(tagged.words[0], 'Preposition');
  return isOpening ? { ...tagged, words: tagged.words.slice(comma + 1) } : tagged;
}

const pointsBackAtStart = (tagged: Tagged, vocabulary: Vocabulary): boolean => {
  const said = behindOpening(tagged);
  return leansBack(said, Math.max(1, verbAt(said)), vocabulary);
};

/** Sentences with a gap where their key term or number stands, the best first. */
export function gapsOf(tagged: Tagged, vocabulary: Vocabulary): Made[] {
  const { words, sentence } = tagged;
  if (words.length < least || words.length > most || /[?]/.test(sentence)) return [];
  const verb = verbAt(tagged);
  if (
    verb < 1 ||
    !is(words[verb], 'PresentTense', 'PastTense', 'Copula', 'Modal', 'Auxiliary') ||
    pointsBackAtStart(tagged, vocabulary)
  )
    return [];
  return [...numbers(tagged), ...terms(tagged, vocabulary)]
    .map(({ from, to, score }) => ({ answer: span(tagged, from, to), score }))
    .filter(({ answer }) => answer.length > 1 && occurrences(sentence, answer) === 1)
    .toSorted((left, right) => right.score - left.score)
    .slice(0, 1)
    .map(({ answer, score }) => ({ question: gapIn(sentence, answer, 'Fill in the gap:'), answer, score }));
}
