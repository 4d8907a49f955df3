import { knownNames } from './names.ts';
import { is, span, type Tagged, type Word } from './words.ts';

/** Statistics of the words of a whole text. */
export interface Vocabulary {
  /** How often a word stands in the text, in lower case. */
  countOf(word: string): number;
  /** Whether a word keeps its capital inside sentences. */
  isName(word: Word): boolean;
  /** Whether the text also has these words without `the`, so that `the` points back at them. */
  pointsBack(phrase: string): boolean;
}

const bare = (word: string) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

const timesIn = (whole: string, part: string) => whole.split(part).length - 1;

export function vocabularyOf(sentences: readonly string[]): Vocabulary {
  const counts = new Map<string, number>();
  const capitals = new Map<string, number>();
  const small = new Set<string>();
  for (const sentence of sentences) {
    for (const [index, raw] of sentence.split(/\s+/).entries()) {
      const word = bare(raw);
      const lower = word.toLowerCase();
      if (word === '') continue;
      counts.set(lower, (counts.get(lower) ?? 0) + 1);
      if (/^\p{Ll}/u.test(word)) small.add(lower);
      else if (index > 0) capitals.set(lower, (capitals.get(lower) ?? 0) + 1);
    }
  }
  const whole = ` ${sentences
    .join(' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}'-]+/gu, ' ')} `;
  return {
    pointsBack: (phrase) =>
      timesIn(whole, ` ${phrase.toLowerCase()} `) > timesIn(whole, ` the ${phrase.toLowerCase()} `),
    countOf: (word) => counts.get(word.toLowerCase()) ?? 0,
    isName: (word) => {
      if (/^\p{Lu}.*\p{Lu}|^\p{Lu}$|\d/u.test(word.text) && !/^[AI]$/.test(word.text)) return true;
      if (/^\p{Lu}.*'s?$/u.test(word.text)) return true;
      if (small.has(word.lower)) return false;
      if (/^\p{Lu}/u.test(word.text) && knownNames.has(word.lower)) return true;
      return capitals.has(word.lower) || is(word, 'ProperNoun', 'Person', 'Place', 'Organization', 'Acronym');
    },
  };
}

const articles = new Set(['the', 'a', 'an']);
const prepositions = new Set(
  'during after before under at by if when while since until through within without among across despite according like unlike over as because although though once unless both either neither in on from with for to'.split(
    ' ',
  ),
);
const between = new Set(['of', 'in', 'for', 'between', 'and', 'to', 'on', 'by', 'with', 'from']);
const generic = new Set(
  'thing things people person name word way ways part parts time times example examples there everything something anything nothing someone everyone answer question what who which where when why how result reason difference'.split(
    ' ',
  ),
);
const refused = ['Pronoun', 'QuestionWord', 'Negative', 'Modal', 'Copula', 'Auxiliary'];
const longest = 7;

/** Whether the first `to` words name one thing: what a question can be about. */
export function isTerm({ words }: Tagged, to: number, most = longest): boolean {
  const parts = words.slice(0, to);
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last || parts.length > most) return false;
  const core = articles.has(first.lower) ? parts.slice(1) : parts;
  const head = core.at(-1);
  if (
    !head ||
    core.some(({ lower }) => generic.has(lower) || (articles.has(lower) && core[0]?.lower === lower))
  )
    return false;
  if (parts.slice(0, -1).some(({ after }) => /[,;:.–—]/.test(after))) return false;
  if (between.has(head.lower) || prepositions.has(core[0]?.lower ?? '')) return false;
  if (
    core.some(
      (word) =>
        is(word, ...refused) ||
        /^(?:that|than|as|if|all|every|no|not|only|more|most|less|many|some|its|their|his|her|our|your|my|when|while|after|before|since|although)$/.test(
          word.lower,
        ),
    )
  )
    return false;
  if (is(head, 'Preposition', 'Conjunction', 'Adverb') || !/\p{L}/u.test(head.text)) return false;
  return true;
}

/** A subject inside a question: small unless it is a name. */
export function insideQuestion(tagged: Tagged, to: number, vocabulary: Vocabulary): string {
  const text = span(tagged, 0, to);
  const [first, second] = tagged.words;
  const isName = (to > 1 && /^\p{Lu}\p{Ll}/u.test(second?.text ?? '')) || (first && vocabulary.isName(first));
  if (!first || (!articles.has(first.lower) && isName)) return text;
  // `THE MITOCHONDRION` is written in capitals as a whole.
  if (!/^(?:\p{Lu}\p{Ll}|A\s)/u.test(text)) return text;
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** `The oxygen leaves the plant`: another sentence says which oxygen. */
export function leansBack(tagged: Tagged, to: number, vocabulary: Vocabulary): boolean {
  const subject = tagged.words.slice(0, to);
  const [first, second] = subject;
  if (first?.lower !== 'the' || !second || vocabulary.isName(second)) return false;
  if (subject.some(({ lower }) => between.has(lower))) return false;
  return vocabulary.pointsBack(
    subject
      .slice(1)
      .map(({ lower }) => lower)
      .join(' '),
  );
}

/** Whether a sentence begins with a name, without an article. */
export const beginsWithName = ({ words: [first] }: Tagged, vocabulary: Vocabulary): boolean =>
  first !== undefined && !articles.has(first.lower) && vocabulary.isName(first);
