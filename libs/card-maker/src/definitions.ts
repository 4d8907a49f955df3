import type { SentenceRule } from './sentence-rule.ts';
import { firstClause, withoutFullStop } from './sentences.ts';
import { beginsWithName, isTerm, phraseInQuestion, refersBack } from './subject.ts';
import type { Vocabulary } from './vocabulary.ts';
import { wordSet } from './word-set.ts';
import { capitalised, hasTag, span, type TaggedSentence } from './words.ts';

/** `a = b / c` keeps its lower-case letters. */
const startsWithFormula = (text: string) => /^\S{1,4}\s*=/.test(text);

const copulas = wordSet('is are was were');
const fillers = wordSet('also basically simply essentially therefore thus actually really');
const determiners = wordSet('a an the any one another');
/** Predicates that say nothing about the subject. */
const emptyAnswers =
  /^(?:the same|the case|the reason|the result|the following|a (?:lot|result|reason|problem|must|bit|good|great|bad)\b|one reason|one of (?:these|those|them)|an? (?:important|interesting|common|major|key|useful) (?:part|thing|example|point|step|role)$)/i;
const personNoun =
  /\b(?:president|leader|king|queen|scientist|writer|author|poet|politician|activist|physicist|chemist|biologist|mathematician|philosopher|economist|lawyer|judge|teacher|doctor|engineer|inventor|explorer|missionary|general|governor|minister|artist|musician|programmer|historian|founder|monarch|emperor|chief|freedom fighter|environmentalist)\b/i;
const minWords = 3;

const copulaAt = ({ words }: TaggedSentence) => words.findIndex(({ lower }) => copulas.has(lower));

/** Start of the predicate, after fillers. */
function predicateAt({ words }: TaggedSentence, copula: number): number {
  let at = copula + 1;
  while (fillers.has(words[at]?.lower ?? '')) at++;
  return at;
}

/** Whether the predicate says what kind of thing the subject is, not how it is. */
function namesKind({ words }: TaggedSentence, at: number): boolean {
  const first = words[at];
  if (!first) return false;
  if (determiners.has(first.lower)) return true;
  const noun = words.slice(at, at + 4).findIndex((word) => hasTag(word, 'Noun') && !hasTag(word, 'Pronoun'));
  if (noun < 0 || hasTag(first, 'Verb', 'Preposition', 'Conjunction', 'Adverb', 'Negative', 'Pronoun'))
    return false;
  return words.slice(at, at + noun).every((word) => hasTag(word, 'Adjective', 'Value'));
}

const relativeWords = wordSet('that which who whose where when how whom if because');

/** End of the first statement about the subject: before `and rises to ...`. */
function predicateEnd({ words }: TaggedSentence, at: number): number {
  for (let index = at + 1; index < words.length - 1; index++) {
    const [word, next] = [words[index], words[index + 1]];
    if (word?.after === ';' && /^(?:it|they|its|their)$/.test(next?.lower ?? '')) return index + 1;
    if (relativeWords.has(word?.lower ?? '')) return words.length;
    if (
      word?.lower === 'and' &&
      hasTag(next, 'PresentTense', 'PastTense', 'Copula', 'Modal', 'Auxiliary') &&
      !hasTag(next, 'Gerund', 'Noun', 'Infinitive')
    )
      return index;
  }
  return words.length;
}

function questionAbout(
  tagged: TaggedSentence,
  copula: number,
  answer: string,
  vocabulary: Vocabulary,
): string {
  const be = tagged.words[copula]?.lower ?? 'is';
  const subject = phraseInQuestion(tagged, copula, vocabulary);
  const kind = answer.split(/\s+(?:that|which|of|in|from)\s+/)[0] ?? '';
  const isPerson = beginsWithName(tagged, vocabulary) && (/\bwho\b/.test(kind) || personNoun.test(kind));
  return `${isPerson ? 'Who' : 'What'} ${be} ${subject}?`;
}

/** `X is a Y that ...`: what is X? */
const whatIs: SentenceRule = (tagged, vocabulary) => {
  const copula = copulaAt(tagged);
  if (copula < 1 || !isTerm(tagged, copula) || refersBack(tagged, copula, vocabulary)) return [];
  const at = predicateAt(tagged, copula);
  const answer = firstClause(span(tagged, at, predicateEnd(tagged, at)));
  if (!namesKind(tagged, at) || emptyAnswers.test(answer)) return [];
  if (tagged.words.length - at < minWords) return [];
  const score = /^(?:is|are)$/.test(tagged.words[copula]?.lower ?? '') ? 0.9 : 0.8;
  return [
    {
      question: questionAbout(tagged, copula, answer, vocabulary),
      answer: startsWithFormula(answer) ? answer : capitalised(answer),
      score,
    },
  ];
};

const naming =
  /^(.+) (is|are|was|were) (?:also |often |usually |commonly |sometimes |generally )?(called|named|termed|known as|referred to as) (.+)$/i;
const maxWordsOfSubject = 16;
const maxWordsOfName = 5;

/** `A plant cell that is full of water is called turgid`: what is it called? */
const whatIsCalled: SentenceRule = (tagged, vocabulary) => {
  const [, subject = '', be = '', verb = '', name = ''] = naming.exec(withoutFullStop(tagged.sentence)) ?? [];
  const length = subject.split(/\s+/).length;
  if (subject === '' || length > maxWordsOfSubject || /[,;:]/.test(subject) || !beginsWithNoun(tagged))
    return [];
  if (/\bbecause\b/i.test(name)) return [];
  const answer = name
    .replace(/,.*$/, '')
    .replace(/\s+(?:because|and|which|that|in|by|for|when|if)\b.*$/i, '')
    .replace(/^(?:the|an?) /i, '');
  if (answer === '' || answer.split(' ').length > maxWordsOfName) return [];
  const question = `What ${be.toLowerCase()} ${phraseInQuestion(tagged, length, vocabulary)} ${verb}?`;
  return [{ question, answer: capitalised(answer), score: 0.93 }];
};

const beginsWithNoun = ({ words: [first] }: TaggedSentence) =>
  first !== undefined &&
  (/^(?:the|an?)$/.test(first.lower) || hasTag(first, 'Noun', 'Adjective')) &&
  !hasTag(first, 'Pronoun');

const meanings =
  /^(.{2,80}?) (refers to|means|is defined as|are defined as|is the term for|denotes|stands for) (?!that\b)(.{12,})$/i;

/** `X refers to Y`: what is meant by X? */
const whatIsMeant: SentenceRule = (tagged, vocabulary) => {
  const [, subject = '', verb = '', meaning = ''] = meanings.exec(withoutFullStop(tagged.sentence)) ?? [];
  const length = subject.split(/\s+/).filter((word) => word !== '').length;
  if (length === 0 || !isTerm(tagged, length)) return [];
  const term = phraseInQuestion(tagged, length, vocabulary);
  const question = /stands for/i.test(verb) ? `What does ${term} stand for?` : `What is meant by ${term}?`;
  return [{ question, answer: capitalised(meaning), score: 0.92 }];
};

/** Words whose initials an acronym may omit. */
const smallWords = wordSet('of and for the in to on');
const bracketed = /((?:[\p{L}][\p{L}'-]*[ ]){1,8})\((\p{Lu}{2,6})s?\)/gu;

const initialOf = (word: string) => word.charAt(0).toUpperCase();
const isSmall = (word: string) => smallWords.has(word.toLowerCase());

/** Returns the last words before an acronym whose initials spell it. */
function expansionOf(before: string, acronym: string): string | null {
  const words = before.trim().split(' ');
  for (let from = words.length - 1; from >= 0; from--) {
    const phrase = words.slice(from);
    const initials = phrase.map(initialOf).join('');
    const initialsOfParts = phrase
      .filter((word) => !isSmall(word))
      .flatMap((word) => word.split('-').map(initialOf))
      .join('');
    const isSpelt = initials === acronym || initialsOfParts === acronym;
    if (isSpelt && !isSmall(words[from] ?? '')) return phrase.join(' ');
  }
  return null;
}

/** `World Health Organization (WHO)`: what does WHO stand for? */
const whatAcronymStandsFor: SentenceRule = ({ sentence }) => {
  if (!sentence.includes('(')) return [];
  return [...sentence.matchAll(bracketed)].flatMap(([, before = '', acronym = '']) => {
    const expansion = expansionOf(before, acronym);
    return expansion
      ? [{ question: `What does ${acronym} stand for?`, answer: capitalised(expansion), score: 0.84 }]
      : [];
  });
};

export const definitionRules: SentenceRule[] = [whatIsCalled, whatIsMeant, whatIs, whatAcronymStandsFor];
