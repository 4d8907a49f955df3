import { withoutFullStop } from '../text/sentences.ts';
import type { TextWords } from '../text/text-words.ts';

export interface Question {
  question: string;
  answer: string;
}

const set = (all: string): ReadonlySet<string> => new Set(all.split(' '));

/** Words with which a sentence refers to another one or addresses the reader. */
const dependentStarts = set(
  "it its this these that those they their them he she his her him hers such both another others other either neither so then and but or nor yet because which who whom whose also same again still hence otherwise later afterwards soon first second third next finally lastly one some here now let note remember recall see consider imagine suppose click try think look read write check make ask answer discuss explain describe define list name state give today yesterday tomorrow yes no well ok okay right anyway please don't do thus therefore however instead it's that's here's what what's why how where not",
);
/** Words that refer to something outside the sentence. */
const contextWords = set(
  'this these those aforementioned former latter above below following overleaf figure table diagram slide chapter section page today yesterday tomorrow i we our us me my mine myself ourselves here you your yours same such ago last ones previous',
);
/** Nouns that refer back when `the` stands before them. */
const nounsOfReference = set(
  'process method result results effect effects reason reasons problem problems group period study studies author authors book idea ideas answer difference aim goal purpose example system thing things event events situation case change changes rest other others main most first second third last next previous new old country city town region area war movement party government company team court people man woman men women boy girl child children law act rule rules theory experiment reaction program word words sentence term concept point points side fact list way ways following opposite treaty play novel story poem two three four language number',
);
const openingConnectives =
  /^(?:(?:however|therefore|moreover|furthermore|consequently|in addition|additionally|for example|for instance|as a result|in contrast|by contrast|on the other hand|in fact|in short|in summary|in conclusion|in other words|similarly|likewise|nevertheless|nonetheless|meanwhile|firstly|secondly|thirdly|lastly|basically|simply put|interestingly|importantly|note that|remember that|recall that),?\s+|(?:thus|hence|of course|first|second|third|finally|generally|also|so|and|but|well|ok|okay|now|no|yes),\s+)+(?=\S)/i;

/** Removes the words that only connect a sentence to the one before. */
export function withoutConnectives(sentence: string): string {
  const rest = sentence.replace(openingConnectives, '');
  return rest === sentence ? rest : rest.charAt(0).toUpperCase() + rest.slice(1);
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'-]*/gu) ?? [];
const startsWithCapital = (word: string | undefined) => /^\p{Lu}/u.test(word ?? '');

const possessives = /^(?:its|itself|their|theirs|themselves)$/i;
const personPronouns = /^(?:he|she|him|her|his|hers|himself|herself)$/i;
/** Words before a pronoun that hold the noun it stands for. */
const fewestBefore = 4;
/** `it` and `they` that begin a clause stand for the subject of the sentence; others for something in another sentence. */
const looseIt =
  /(?<!(?:[,;]|\b(?:and|but|because|when|if|so|that|while|until|as|before|after|once|which|where|than|since|although)) )\b(?:it|they|them)\b/i;

/** Whether a pronoun has its noun in the sentence: a thing before `it`, a name before `she`. */
function hasNouns(sentence: string, words: readonly string[]): boolean {
  if (looseIt.test(sentence)) return false;
  return words.every((word, at) => {
    if (personPronouns.test(word)) return words.slice(1, at).some(startsWithCapital);
    return !(possessives.test(word) || /^(?:it|they)$/i.test(word)) || at >= fewestBefore;
  });
}

const isNote = (sentence: string) =>
  /^\p{Ll}(?!\p{Ll}{0,2}\p{Lu})/u.test(sentence) ||
  (sentence.split(', ').length > 4 &&
    !/\b(?:is|are|was|were|has|have|had|can|may|must|\p{Ll}+ed)\b/u.test(sentence)) ||
  /^(?:a|two|three|four|five|ten|some|many|several|\d+) (?:years?|months?|days?|weeks?|decades?|hours?) (?:later|after|earlier|before)\b/i.test(
    sentence,
  ) ||
  /^[^,;:.!?()=–—]{1,50} [-–—] \p{Ll}[^–—]*$/u.test(sentence) ||
  /^(?:[\p{L}-]+ ){0,2}[\p{L}-]+: /u.test(sentence) ||
  /, \/ /.test(sentence) ||
  sentence.split('"').length % 2 === 0;

/** `<table>` and `` `table` `` are names in a program, not the table of the text. */
const withoutCode = (sentence: string) => sentence.replaceAll(/<\/?[a-z]\w*>|`[^`]*`/g, 'X');

/** Whether a sentence can be understood without the sentences around it. */
export function isSelfContained(sentence: string): boolean {
  const words = wordsOf(withoutCode(sentence));
  const lower = words.map((word) => word.toLowerCase().replace(/'(?:ll|re|ve|d|m|s)$/, ''));
  const [first = '', second = '', third = ''] = lower;
  if (/[!]|https?:|www\.|@\w/.test(sentence) || isNote(sentence) || dependentStarts.has(first)) return false;
  if (first === 'the' && nounsOfReference.has(second) && third !== 'of') return false;
  if (/\b(?:during|in|at|on|by|after|before|from|for|with|of) that (?!which|is\b)/i.test(sentence))
    return false;
  if (/\b(?:the|an?) [\p{L}-]+ one\b/iu.test(sentence) || /^[\p{L}-]+ one\b/iu.test(sentence)) return false;
  return !lower.some((word) => contextWords.has(word)) && hasNouns(sentence, words);
}

/** Words that no plain noun phrase has. */
const noTerm = set(
  'and or but nor that which who whom whose what when where why how while if because although though since until unless as than so not no never there here it this these those they he she we you i one ones other others another some many most much more less few several all every each any both either neither such same said says say believe believes believed think thinks thought know knows knew claim claims claimed argue argues argued show shows showed suggest suggests state states hold holds find finds found mean means tell tells told teach teaches taught explain explains explained note notes has have had can may must will would could should do does did be been being is are was were also only just even still often usually always sometimes perhaps maybe today now then thus however therefore meanwhile let make makes made call calls called because too very really',
);
const prepositions = set(
  'during after before under at by when while without within among across despite according like unlike over on in from with for into of to about through',
);
const articles = set('a an the');

/** Whether a text is a plain noun phrase: an article, and a few words without a verb, a clause or a comma. */
function isTerm(text: string): boolean {
  if (/[^\p{L}\p{M}\p{N}\s'’`()[\]_.#+-]/u.test(text) || /[.](?=\s|$)/.test(text.replace(/\b\p{Lu}\./gu, '')))
    return false;
  const words = text.split(/\s+/);
  const lower = words.map((word) => word.toLowerCase());
  const core = articles.has(lower[0] ?? '') ? lower.slice(1) : lower;
  const [first = '', second] = core;
  if (core.length === 0 || core.length > 5 || prepositions.has(first) || prepositions.has(core.at(-1) ?? ''))
    return false;
  if (second !== undefined && first.endsWith('ing') && articles.has(second)) return false;
  const hasLooseArticle = core.some(
    (word, at) => at > 0 && articles.has(word) && !prepositions.has(core[at - 1] ?? ''),
  );
  const hasAdverb = core.slice(0, -1).some((word) => word.endsWith('ly'));
  return !hasLooseArticle && !hasAdverb && !core.some((word) => noTerm.has(word));
}

/** `The treaty is ...` does not say which treaty: the noun is known from a sentence before. */
function refersBack(term: string, sentence: string, words: TextWords): boolean {
  const [article = '', noun = '', ...more] = term.toLowerCase().split(/\s+/);
  if (article !== 'the' || more.length > 0 || /^\p{Lu}/u.test(term.slice(4))) return false;
  return nounsOfReference.has(noun) || words.occursBefore(noun, sentence);
}

/** Writes a term inside a sentence. Its capital stays unless the text has the word in small letters. */
function inside(term: string, words: TextWords): string {
  const [first = ''] = term.split(/\s+/);
  const isSmall =
    articles.has(first.toLowerCase()) || (words.hasSmall(first) && /^\p{Lu}\p{Ll}*$/u.test(first));
  return isSmall &&
    !(
      term.includes(' ') &&
      /^\p{Lu}\p{Ll}*( \p{Lu}\p{Ll}*)+$/u.test(term) &&
      !articles.has(first.toLowerCase())
    )
    ? first.toLowerCase() + term.slice(first.length)
    : term;
}

/** Predicates that say nothing about the subject. */
const emptyPredicate =
  /^(?:the|an?) (?:same|opposite|case|reason|result|following|latter|former|other|lot|bit|problem|must|sign|shame|pity|fact|start|beginning|end|answer|good|bad|great|important|common|major|very|little|few|long|short|different|further)\b/i;
const person =
  /\b(?:president|vice-president|leader|king|queen|scientist|writer|author|poet|politician|activist|unionist|physicist|chemist|biologist|mathematician|philosopher|economist|lawyer|judge|teacher|doctor|engineer|inventor|explorer|missionary|general|governor|minister|artist|musician|programmer|historian|founder|monarch|emperor|empress|chief|fighter|environmentalist|man|woman|person|novelist|singer|nurse|soldier|saint|prophet|pharaoh|sultan|\p{L}{3,}(?:ologist|icist|ician))\b/iu;

const definition = /^(.{1,70}?) (is|are|was|were) (.+)$/;
/** `are chemical messengers that travel in the blood`: adjectives, a plural noun, and what belongs to it. */
const pluralKind =
  /^((?:\p{Ll}[\p{L}-]* ){0,3})\p{Ll}[\p{L}-]*s (?:that|which|who|whose|of|in|on|with|between|from|used|made|formed|found|living) \S/u;

/** Whether a predicate says what kind of thing its subject is, not how it is. */
function namesKind(predicate: string, verb: string): boolean {
  if (/^(?:an?|the|any|anything|something|someone|anyone) \S/.test(predicate)) return true;
  const adjectives = pluralKind.exec(predicate)?.[1]?.trim().split(' ');
  const isOther = (word: string) =>
    noTerm.has(word) || prepositions.has(word) || articles.has(word) || /(?:ed|en|ly|ing)$/.test(word);
  return /^(?:are|were)$/.test(verb) && adjectives !== undefined && !adjectives.some(isOther);
}

const [fewestWords, mostWords] = [2, 45];

const isNamePhrase = (term: string) => term.includes(' ') && term.split(' ').every(startsWithCapital);

/** Whether the text shows that a name is a thing: `Lake Victoria is the largest lake`. */
const namesThing = (term: string, predicate: string) =>
  term
    .split(' ')
    .some(
      (word) =>
        new RegExp(String.raw`\b${word.replace(/[^\p{L}]/gu, '')}\b`, 'u').test(predicate.toLowerCase()) ||
        new RegExp(String.raw`\b${word.toLowerCase().replace(/[^\p{L}]/gu, '')}\b`, 'u').test(predicate),
    );

/** `the longest river in Kenya and flows into the sea` is no answer: its second verb belongs to the sentence. */
const secondVerb =
  / and (?:is|are|was|were|has|had|have|does|do|did|can|may|will|often|also|usually|(?:\p{Ll}{3,}s|\p{Ll}{2,}ed) (?:the|an?|into|in|to|from|on|not|over|up|down|out|its|their|as|at|with))\b/u;

/** A second clause about something else: `..., and an argument is the value passed to it`. */
const otherSubject =
  /, (?:and|but|so|while|whereas) (?!it\b|they\b|its\b|their\b)(?:[^,\s]+ ){1,4}(?:is|are|was|were|has|have|had|can|does|do)\b/;

/** `What` or `Who`; `null` when the sentence does not show whether a name is of a person. */
function questionWord(
  term: string,
  verb: string,
  predicate: string,
  words: TextWords,
): 'What' | 'Who' | null {
  const kind = predicate.split(/\s(?:of|that|which|who|in|from|to)\s|,/)[0] ?? '';
  const isSmall = words.hasSmall(term.split(' ')[0] ?? '') || /^(?:[Aa]n?|[Tt]he) \P{Lu}+$/u.test(term);
  if (!isSmall && startsWithCapital(term) && (person.test(kind) || /\bwho\b/.test(predicate))) return 'Who';
  if (isSmall || /^the /i.test(term)) return 'What';
  if (isNamePhrase(term)) return namesThing(term, predicate) ? 'What' : null;
  return verb.startsWith('w') ? null : 'What';
}

/** `A cell is the smallest unit of life`: what is a cell? */
function whatIs(sentence: string, words: TextWords): Question | null {
  const [, term = '', verb = '', predicate = ''] = definition.exec(withoutFullStop(sentence)) ?? [];
  const count = predicate.split(' ').length;
  if (
    !namesKind(predicate, verb) ||
    !isTerm(term) ||
    refersBack(term, sentence, words) ||
    emptyPredicate.test(predicate)
  )
    return null;
  if (count < fewestWords || count > mostWords || secondVerb.test(predicate) || otherSubject.test(predicate))
    return null;
  const word = questionWord(term, verb, predicate, words);
  return word && { question: `${word} ${verb} ${inside(term, words)}?`, answer: predicate };
}

const meaning = /^(.{1,60}?) (?:refers to|means|is defined as|are defined as|denotes) (?!that\b)(.+)$/;

/** `Inflation means a rise in prices`: what does "inflation" mean? */
function whatMeans(sentence: string, words: TextWords): Question | null {
  const [, term = '', answer = ''] = meaning.exec(withoutFullStop(sentence)) ?? [];
  if (!isTerm(term) || refersBack(term, sentence, words) || answer.split(' ').length < fewestWords)
    return null;
  return { question: `What does "${inside(term, words)}" mean?`, answer };
}

const entry = /^(\p{Lu}[^:.,;!?]{1,40}): ((?:the|an?) [^:]+)$/u;
const labels =
  /^(?:note|remember|extra|tip|hint|example|warning|important|fact|answer|question|result|definition|summary|conclusion|aim|reason|problem|exam tip)s?$/i;

/** `Irony: the title is wrong` is a statement below a label. */
const finite = /\s(?:is|are|was|were|has|have|had|may|can|could|will|would|must|does|do|did|stands|means)\s/;

/** `Latency: the delay before data begins to arrive`: a glossary entry inside a paragraph. */
export function whatEntryMeans(sentence: string): Question | null {
  const [, term = '', answer = ''] = entry.exec(withoutFullStop(sentence)) ?? [];
  const [phrase = ''] = answer.split(/\s(?:that|which|who|whose|where|when)\s/);
  if (!isTerm(term) || labels.test(term) || answer.split(' ').length <= fewestWords || finite.test(phrase))
    return null;
  return { question: `What does "${term}" mean?`, answer };
}

const month = '(?:January|February|March|April|May|June|July|August|September|October|November|December)';
const date = String.raw`(?:\d{1,2}(?:st|nd|rd|th)? ${month} \d{4}|${month} \d{1,2}, \d{4}|${month} \d{4}|[12]\d{3})`;
const dated = new RegExp(`^(.{3,60}?) (was|were) (\\p{Ll}[^,;:]*?) (?:in|on) (${date})$`, 'u');
const datedFirst = new RegExp(`^(?:In|On) (${date}),? (.{3,60}?) (was|were) (\\p{Ll}[^,;:]*)$`, 'u');
const participle =
  /^(?:\p{L}+ly )?(?:\p{L}+ed|born|won|lost|held|built|fought|made|given|sent|begun|broken|chosen|drawn|driven|found|hanged|hung|known|laid|led|put|read|seen|set|shot|sold|struck|sunk|taken|taught|thrown|torn|written|overthrown|sworn|cut|split|brought|bought)\b/u;

/** Whether a term is a name of the text: a capital behind the article, or one inside another sentence. */
const isNamed = (term: string, words: TextWords) =>
  /\s["'(]?\p{Lu}/u.test(term) || (words.isNameInside(term) && !words.hasSmall(term));

/** `The Battle of Adwa was fought in 1896`: in which year? */
function whenWas(sentence: string, words: TextWords): Question | null {
  const plain = withoutFullStop(sentence);
  const [, term = '', verb = '', what = '', when = ''] = dated.exec(plain) ?? [];
  const [, early = '', subject = '', be = '', deed = ''] = term === '' ? (datedFirst.exec(plain) ?? []) : [];
  const [named, auxiliary, action, answer] = [term || subject, verb || be, what || deed, when || early];
  if (!isTerm(named) || !isNamed(named, words) || !participle.test(action)) return null;
  if (/\d{4}|\b(?:and|but|which|who|it|its|he|she|his|her|they|their|that)\b/.test(action)) return null;
  if (/\b(?:in|on|by|and|to|from|since|until|between)$/.test(action) || action.split(' ').length > 9)
    return null;
  const opening = /^\d+$/.test(answer) ? 'In which year' : 'When';
  return { question: `${opening} ${auxiliary} ${inside(named, words)} ${action}?`, answer };
}

/** Returns the question that an English sentence proves; `null` without one. */
export const englishQuestion = (sentence: string, words: TextWords): Question | null =>
  whatIs(sentence, words) ?? whatMeans(sentence, words) ?? whenWas(sentence, words);
