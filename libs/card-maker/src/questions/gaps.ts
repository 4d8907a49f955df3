import type { Language } from '../text/language.ts';
import type { TextWords } from '../text/text-words.ts';

export const blank = '_____';

/** `Fill in the gap:`, with the number of things that the gap stands for when there are several. */
export function gapInstruction(language: Language, count = 1): string {
  const number = count > 1 ? ` (${count})` : '';
  return language === 'sw' ? `Jaza pengo${number}:` : `Fill in the gap${number}:`;
}

interface Place {
  text: string;
  from: number;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

const wordsIn = (sentence: string): Place[] =>
  [...segmenter.segment(sentence)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment, index }) => ({ text: segment, from: index }));

const spaced = /\s\S+\s\S+\s/;

/** Number of words of a sentence, also in languages without spaces. */
export const countWords = (sentence: string): number =>
  spaced.test(sentence) ? sentence.trim().split(/\s+/).length : wordsIn(sentence).length;

/** Scripts whose words have few characters. */
const isDense = (text: string) =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{M}]+$/u.test(
    text,
  );
const [minLetters, minLettersOfDense] = [5, 2];
const lettersIn = (text: string) => [...text.replaceAll(/\p{M}/gu, '')].length;
const isLong = (text: string) => lettersIn(text) >= (isDense(text) ? minLettersOfDense : minLetters);

/** A whole number with its decimals and thousands, but not `H2O`, `1950s` or the number of a name. */
const numbers = /(?<![\p{L}\p{N}.,/-])\p{Nd}+(?:[.,]\p{Nd}+)*(?![\p{L}\p{N}/-])/gu;
/** Names inside a sentence: capitalised words in a row. */
const names =
  /(?<=[\p{Ll},;)\p{N}] (?:"|\()?)\p{Lu}[\p{L}\p{M}'-]*\p{Ll}[\p{L}\p{M}'-]*(?: (?:(?:van|von|de|da|di|bin|ibn|wa|ole|al|el|del|der|den) )?\p{Lu}[\p{L}\p{M}'-]*\p{L}(?![\p{L}]))*/gu;

/** Words that others could replace, or that belong to no subject. */
const replaceable = {
  en: /^(?:.*ly|.*[^e]ed|.{3,}ing|written|shown|taken|given|grown|states|because|through|between|although|during|before|after|their|there|these|those|which|while|where|would|could|should|about|under|other|others|often|every|several|without|within|another|against|among|until|since|however|themselves|itself|together|around|across|called|known|become|becomes|became|being|having|makes|using|about|above|below|whether|either|neither|towards?|first|second|third|later|great|large|small|different|important|certain|various|especially|instead|almost|still|whose|below|thing|things|people|example|number|amount|years?|months|weeks|hours|minutes|times|later|means|hundred|thousand|million|billion|percent|degrees|litres|metres|kilometres|grams|today|possible|called|necessary|usual|similar|other|along|apart|aside|forward)$/iu,
  /** Verbs, which begin with a tense, and connectives. */
  sw: /^(?:(?:hu|ku|kw)\p{Ll}{3,}[aieu]|(?:a|wa|u|i|li|ya|ki|vi|zi|tu|ni|m|pa|hai|hawa|ha)(?:na|li|ta|me|ka|ki|taka|tu|si)\p{Ll}+|katika|kuliko|kutoka|kwamba|amba\p{Ll}+|(?:vy|ch|mw|l|z|y|w|k|p)(?:ake|ao|angu|etu|ako|enu)|baada|kabla|lakini|zaidi|pamoja|wakati|mwingine|kadhaa|kubwa|ndogo|nyingi|wengi|mengi|karibu|karibuni|muhimu|maarufu|badala|kabisa|chini|ndani|dhidi|mzima|kawaida|kwanza|mapema|takriban|mbele|nyuma|halisi|miaka|miezi|wiki|nenda|nchini|barani|duniani|\p{Ll}+(?:wa|sha)|.*(?:kubwa|kuu))$/iu,
  other: /^$/,
} as const;

/** Words behind which a noun stands. */
const beforeNoun = {
  en: /(?:^|\s)(?:an?|the|of|by|with|from|into|its|their|in|on|for|as)\s$/i,
  sw: /(?:^|\s)(?:ya|wa|la|cha|za|vya|na|katika|kwa|ni|mwa|pa)\s$/i,
  other: /^$/,
} as const;

/** Whether a word ends its phrase, so that it is its noun. */
const isEndOfPhrase = (after: string) =>
  /^(?:[,.;:)]|\s(?:of|and|or|which|who|is|are|was|were|with|for|in|on|at|ya|wa|la|cha|za|vya|na|ni|kwa|katika)\s)/i.test(
    after,
  );

const occursOnce = (sentence: string, part: string) =>
  sentence.toLowerCase().split(part.toLowerCase()).length === 2;

/** How much a word is worth asking for: nouns first, then terms of the text, then long words. */
function worthOf(
  { text, from }: Place,
  sentence: string,
  { countOf }: TextWords,
  language: Language,
): number {
  const [before, after] = [sentence.slice(0, from), sentence.slice(from + text.length)];
  const [follows, ends] = [beforeNoun[language].test(before), isEndOfPhrase(after)];
  return (
    (follows && ends ? 200 : ends ? 120 : follows ? 60 : 0) +
    (countOf(text) > 1 ? 30 : 0) -
    (before.trim() === '' ? 100 : 0) +
    lettersIn(text)
  );
}

const longest = (places: readonly Place[]) =>
  places.reduce<Place | null>(
    (best, next) => (best && best.text.length >= next.text.length ? best : next),
    null,
  );

/** Returns the part of a sentence that a gap hides: a number, a name, else the noun that is worth most. */
function hiddenPart(sentence: string, words: TextWords, language: Language): Place | null {
  const matches = (pattern: RegExp) =>
    [...sentence.matchAll(pattern)]
      .map((found) => ({ text: found[0], from: found.index }))
      .filter(({ text }) => occursOnce(sentence, text));
  const number = longest(
    matches(numbers).filter(({ text, from }) => text.length > 1 && !isNumberOfName(sentence, from)),
  );
  if (number) return number;
  const name =
    language === 'other'
      ? null
      : longest(matches(names).filter(({ from }) => !continuesName(sentence, from)));
  if (name) return name;
  const isFirst = ({ from }: Place) => sentence.slice(0, from).trim() === '';
  const [best] = wordsIn(sentence)
    .filter(
      (each) =>
        isLong(each.text) && occursOnce(sentence, each.text) && !replaceable[language].test(each.text),
    )
    .filter(
      (each) =>
        (!isFirst(each) && !/[-'’\p{L}\p{N}_]$/u.test(sentence.slice(0, each.from))) || isDense(each.text),
    )
    .filter((each) => !/^[-_(]\S/.test(sentence.slice(each.from + each.text.length)))
    .map((place) => ({ place, worth: worthOf(place, sentence, words, language) }))
    .toSorted((one, other) => other.worth - one.worth);
  return best?.place ?? null;
}

/** `La Niña`: the first word of the sentence belongs to the name. */
const continuesName = (sentence: string, from: number) =>
  /^["'(]?\p{Lu}[\p{L}.]* $/u.test(sentence.slice(0, from)) &&
  !/^(?:the|in|on|at|by|from|when|after|before|since|until|both|only|each|about|of|to)\s$/i.test(
    sentence.slice(0, from),
  );

/** `Form 3`, `World War 2` */
const isNumberOfName = (sentence: string, from: number) =>
  /\p{Lu}\p{L}* $/u.test(sentence.slice(0, from)) && !/^.{0,12}\p{Nd}{4}/u.test(sentence.slice(from));

/** Makes a gap in a sentence; `null` when no part of it is worth asking for. */
export function gapOf(
  sentence: string,
  words: TextWords,
  language: Language,
): { question: string; answer: string } | null {
  const hidden = hiddenPart(sentence, words, language);
  if (!hidden) return null;
  const gapped = sentence.slice(0, hidden.from) + blank + sentence.slice(hidden.from + hidden.text.length);
  return {
    question: language === 'other' ? gapped : `${gapInstruction(language)} "${gapped}"`,
    answer: hidden.text,
  };
}
