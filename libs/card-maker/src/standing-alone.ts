import { capitalised, is, type Tagged, type Word } from './words.ts';

const words = (list: string) => new Set(list.split(' '));

/** A sentence that begins so leans on the one before it. */
const leaningStarts = words(
  'it its this these that those they their them he she his her him such both another others each either neither so then and but or nor yet because which who whom whose also same again still hence otherwise later afterwards soon first second third next finally lastly one some here now let note remember recall see consider imagine suppose click try think look read write check make ask answer discuss explain describe define list name state give today yesterday tomorrow yes no well ok okay',
);
/** Words that point out of their sentence wherever they stand. */
const pointing = words(
  'this these those aforementioned former latter above below following overleaf figure table diagram slide chapter section page today yesterday tomorrow i we our us me my mine myself ourselves here',
);
/** A thing that was named before, when it comes with an article. */
const namedBefore = words(
  'process method result results effect effects reason reasons problem problems group period study studies author authors book idea ideas answer difference aim goal purpose example system thing things event events situation case change changes rest other others same main most first second third last next previous new old country city town region area war movement party government company team court people man woman men women boy girl child children students teacher learner learners reader user users writer organisation organization law act rule rules theory experiment reaction function code program data text word words sentence term concept term value number point points part parts side fact list way ways kind type types form forms figure table following above',
);
const linkingStarts =
  /^(?:(?:however|therefore|moreover|furthermore|consequently|in addition|additionally|for example|for instance|as a result|in contrast|by contrast|on the other hand|in fact|in short|in summary|in conclusion|in other words|similarly|likewise|nevertheless|nonetheless|meanwhile|firstly|secondly|thirdly|lastly|basically|simply put|interestingly|importantly|note that|remember that|recall that),?\s+|(?:thus|hence|of course|first|second|third|finally|generally|today|also|so|and|but|well|ok|okay|now|no|yes),\s+)+(?=\S)/i;
const inner =
  /,? (?:however|therefore|moreover|furthermore|for example|for instance|of course|in turn|thus),(?= )/gi;

/** A sentence without the words that only tie it to the one before. */
export function untied(sentence: string): string {
  const loose = sentence.replace(linkingStarts, '').replaceAll(inner, '');
  return capitalised(loose);
}

const isThing = (word: Word) => is(word, 'Noun') && !is(word, 'Pronoun');
const ofOneThing = words('it its itself');
const ofPersons = words('he she his her him hers himself herself');
const ofThings = words('it its they their them theirs itself themselves');

/** A pronoun is at home when what it means may stand before it in the same sentence. */
function meansSomethingBefore(before: readonly Word[], { lower }: Word): boolean {
  if (ofPersons.has(lower))
    return before.some((word) => is(word, 'Person', 'ProperNoun') || /^\p{Lu}/u.test(word.text));
  // `Kenyatta became its secretary`: a person stands before, and what is meant does not.
  return before.some(
    (word) =>
      isThing(word) &&
      !is(word, 'Person') &&
      !(/^\p{Lu}/u.test(word.text) && /^its?$/.test(lower)) &&
      // `Three countries share its shore`: the lake is named in another sentence.
      !(is(word, 'Plural') && ofOneThing.has(lower)),
  );
}

const isSaid = (word: Word) =>
  is(word, 'PresentTense', 'PastTense', 'Copula', 'Modal') && !is(word, 'Infinitive', 'Gerund');

/** `Draw the heart and label it`: nothing is said, something is to be done. */
const isCommand = ([first, ...rest]: readonly Word[]) =>
  is(first, 'Infinitive', 'Imperative') && (is(rest[0], 'Determiner') || !rest.some(isSaid));

/** Lines of a poem, or half of what somebody said. */
const isCitation = (sentence: string) => /, \/ /.test(sentence) || sentence.split('"').length % 2 === 0;

/** `Death – she dies young`, `Prevention: nets and spraying`: notes, not sentences. */
const isNote = (sentence: string) =>
  /^[^,;:.!?()=–—]{1,50} [-–—] \p{Ll}[^–—]*$/u.test(sentence) ||
  /^(?:[\p{L}-]+ ){0,2}[\p{L}-]+: \p{Ll}/u.test(sentence);

/** Whether a sentence can be understood by who has not read the others. */
export function standsAlone({ sentence, words: all }: Tagged): boolean {
  const [first, second] = all;
  if (!first || /[!]|https?:|www\.|@\w/.test(sentence) || isCitation(sentence)) return false;
  if (isNote(sentence)) return false;
  if (leaningStarts.has(first.lower) || isCommand(all)) return false;
  if (first.lower === 'the' && namedBefore.has(second?.lower ?? '') && all[2]?.lower !== 'of') return false;
  if (first.lower === 'the' && is(second, 'Value') && !all.slice(2, 5).some(({ lower }) => lower === 'of'))
    return false;
  if (all.some(({ lower }) => pointing.has(lower))) return false;
  if (all.some((word, index) => word.lower === 'such' && all[index + 1]?.lower !== 'as')) return false;
  return all.every(
    (word, index) =>
      !(ofPersons.has(word.lower) || ofThings.has(word.lower)) ||
      meansSomethingBefore(all.slice(0, index), word),
  );
}
