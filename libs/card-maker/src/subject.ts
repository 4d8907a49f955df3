import type { Vocabulary } from './vocabulary.ts';
import { wordSet } from './word-set.ts';
import { hasTag, span, type TaggedSentence, type Word } from './words.ts';

const articles = wordSet('the a an');
/** A phrase that begins with one of these is no subject: `during photosynthesis`. */
const openingWords = wordSet(
  'during after before under at by if when while since until through within without among across despite according like unlike over as because although though once unless both either neither in on from with for to',
);
/** Words that connect the parts of a phrase and cannot end it. */
const linkingWords = wordSet('of in for between and to on by with from');
/** Words too general for a question: `What is the thing?`. */
const genericWords = wordSet(
  'thing things people person name word way ways part parts time times example examples there everything something anything nothing someone everyone answer question what who which where when why how result reason difference',
);
/** Words of clauses and quantities, which a term does not contain. */
const wordsOfClauses = wordSet(
  'that than as if all every no not only more most less many some its their his her our your my when while after before since although',
);
const tagsOfClauses = ['Pronoun', 'QuestionWord', 'Negative', 'Modal', 'Copula', 'Auxiliary'];
const maxWords = 7;

/** Whether the first `to` words form a term, about which a question can be. */
export function isTerm({ words }: TaggedSentence, to: number): boolean {
  const parts = words.slice(0, to);
  const [first] = parts;
  if (!first || parts.length > maxWords) return false;
  const core = articles.has(first.lower) ? parts.slice(1) : parts;
  const head = core.at(-1);
  if (
    !head ||
    openingWords.has(core[0]?.lower ?? '') ||
    parts.slice(0, -1).some(({ after }) => /[,;:.–—]/.test(after))
  )
    return false;
  const isOfNoTerm = (word: Word) =>
    genericWords.has(word.lower) ||
    wordsOfClauses.has(word.lower) ||
    (articles.has(word.lower) && core[0]?.lower === word.lower) ||
    hasTag(word, ...tagsOfClauses);
  if (core.some(isOfNoTerm)) return false;
  return (
    !linkingWords.has(head.lower) &&
    !hasTag(head, 'Preposition', 'Conjunction', 'Adverb') &&
    /\p{L}/u.test(head.text)
  );
}

/** Returns the first `to` words for the middle of a question: in lower case unless they begin with a name. */
export function phraseInQuestion(tagged: TaggedSentence, to: number, vocabulary: Vocabulary): string {
  const text = span(tagged, 0, to);
  const [first, second] = tagged.words;
  const isName = (to > 1 && /^\p{Lu}\p{Ll}/u.test(second?.text ?? '')) || (first && vocabulary.isName(first));
  if (!first || (!articles.has(first.lower) && isName)) return text;
  // `THE MITOCHONDRION` is written in capitals as a whole.
  if (!/^(?:\p{Lu}\p{Ll}|A\s)/u.test(text)) return text;
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Whether the subject refers to another sentence: `The oxygen leaves the plant` does not say which oxygen. */
export function refersBack(tagged: TaggedSentence, to: number, vocabulary: Vocabulary): boolean {
  const [first, ...rest] = tagged.words.slice(0, to);
  const [second] = rest;
  if (first?.lower !== 'the' || !second || vocabulary.isName(second)) return false;
  if (rest.some(({ lower }) => linkingWords.has(lower))) return false;
  return vocabulary.occursWithoutThe(rest.map(({ lower }) => lower).join(' '));
}

/** Whether a sentence begins with a name, without an article. */
export const beginsWithName = ({ words: [first] }: TaggedSentence, vocabulary: Vocabulary): boolean =>
  first !== undefined && !articles.has(first.lower) && vocabulary.isName(first);
