import { wordSet } from './word-set.ts';
import { capitalised, hasTag, type TaggedSentence, type Word } from './words.ts';

/** First words that refer to the sentence before or address the reader. */
const dependentStarts = wordSet(
  'it its this these that those they their them he she his her him such both another others each either neither so then and but or nor yet because which who whom whose also same again still hence otherwise later afterwards soon first second third next finally lastly one some here now let note remember recall see consider imagine suppose click try think look read write check make ask answer discuss explain describe define list name state give today yesterday tomorrow yes no well ok okay',
);
/** Words that refer to something outside the sentence. */
const contextWords = wordSet(
  'this these those aforementioned former latter above below following overleaf figure table diagram slide chapter section page today yesterday tomorrow i we our us me my mine myself ourselves here',
);
/** Nouns that refer back when `the` precedes them. */
const nounsOfReference = wordSet(
  'process method result results effect effects reason reasons problem problems group period study studies author authors book idea ideas answer difference aim goal purpose example system thing things event events situation case change changes rest other others same main most first second third last next previous new old country city town region area war movement party government company team court people man woman men women boy girl child children students teacher learner learners reader user users writer organisation organization law act rule rules theory experiment reaction function code program data text word words sentence term concept term value number point points part parts side fact list way ways kind type types form forms figure table following above',
);
const openingConnectives =
  /^(?:(?:however|therefore|moreover|furthermore|consequently|in addition|additionally|for example|for instance|as a result|in contrast|by contrast|on the other hand|in fact|in short|in summary|in conclusion|in other words|similarly|likewise|nevertheless|nonetheless|meanwhile|firstly|secondly|thirdly|lastly|basically|simply put|interestingly|importantly|note that|remember that|recall that),?\s+|(?:thus|hence|of course|first|second|third|finally|generally|today|also|so|and|but|well|ok|okay|now|no|yes),\s+)+(?=\S)/i;
const innerConnectives =
  /,? (?:however|therefore|moreover|furthermore|for example|for instance|of course|in turn|thus),(?= )/gi;

/** Removes the words that only connect a sentence to the one before. */
export const withoutConnectives = (sentence: string): string =>
  capitalised(sentence.replace(openingConnectives, '').replaceAll(innerConnectives, ''));

const singularPronouns = wordSet('it its itself');
const personPronouns = wordSet('he she his her him hers himself herself');
const thingPronouns = wordSet('it its they their them theirs itself themselves');

const isThing = (word: Word) => hasTag(word, 'Noun') && !hasTag(word, 'Pronoun') && !hasTag(word, 'Person');
const isCapitalised = ({ text }: Word) => /^\p{Lu}/u.test(text);

/** Whether the words before a pronoun contain a noun that it may stand for. */
function hasAntecedent(before: readonly Word[], { lower }: Word): boolean {
  if (personPronouns.has(lower))
    return before.some((word) => hasTag(word, 'Person', 'ProperNoun') || isCapitalised(word));
  // `Kenyatta became its secretary`: the name is a person, and `its` stands for something else.
  const mayBeName = lower !== 'it' && lower !== 'its';
  // `Three countries share its shore`: another sentence names the lake.
  const mayBePlural = !singularPronouns.has(lower);
  return before.some(
    (word) =>
      isThing(word) && (mayBeName || !isCapitalised(word)) && (mayBePlural || !hasTag(word, 'Plural')),
  );
}

const isFiniteVerb = (word: Word) =>
  hasTag(word, 'PresentTense', 'PastTense', 'Copula', 'Modal') && !hasTag(word, 'Infinitive', 'Gerund');

/** `Draw the heart and label it.` */
const isCommand = ([first, ...rest]: readonly Word[]) =>
  hasTag(first, 'Infinitive', 'Imperative') && (hasTag(rest[0], 'Determiner') || !rest.some(isFiniteVerb));

/** Lines of a poem, or a quotation whose other half is missing. */
const isQuotation = (sentence: string) => /, \/ /.test(sentence) || sentence.split('"').length % 2 === 0;

/** `Death – she dies young`, `Prevention: nets and spraying`: notes, not sentences. */
const isNote = (sentence: string) =>
  /^[^,;:.!?()=–—]{1,50} [-–—] \p{Ll}[^–—]*$/u.test(sentence) ||
  /^(?:[\p{L}-]+ ){0,2}[\p{L}-]+: \p{Ll}/u.test(sentence);

/** `The second stage begins`: only another sentence names the whole. */
function beginsWithReference(words: readonly Word[]): boolean {
  const [first, second, third] = words;
  if (first?.lower !== 'the') return false;
  if (nounsOfReference.has(second?.lower ?? '') && third?.lower !== 'of') return true;
  return hasTag(second, 'Value') && !words.slice(2, 5).some(({ lower }) => lower === 'of');
}

/** Whether a sentence can be understood without the sentences around it. */
export function isSelfContained({ sentence, words }: TaggedSentence): boolean {
  const [first] = words;
  if (!first || /[!]|https?:|www\.|@\w/.test(sentence) || isQuotation(sentence) || isNote(sentence))
    return false;
  if (dependentStarts.has(first.lower) || isCommand(words) || beginsWithReference(words)) return false;
  if (words.some(({ lower }) => contextWords.has(lower))) return false;
  if (words.some(({ lower }, at) => lower === 'such' && words[at + 1]?.lower !== 'as')) return false;
  return words.every((word, at) => {
    const isPronoun = personPronouns.has(word.lower) || thingPronouns.has(word.lower);
    return !isPronoun || hasAntecedent(words.slice(0, at), word);
  });
}
