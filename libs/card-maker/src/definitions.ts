import { firstStatement, type Made, type Maker } from './making.ts';
import { beginsWithName, insideQuestion, isTerm, leansBack, type Vocabulary } from './subject.ts';
import { capitalised, is, span, type Tagged } from './words.ts';

/** `a = b / c` keeps its small letters. */
const isFormula = (text: string) => /^\S{1,4}\s*=/.test(text);

const copulas = new Set(['is', 'are', 'was', 'were']);
const filling = new Set([
  'also',
  'basically',
  'simply',
  'essentially',
  'therefore',
  'thus',
  'actually',
  'really',
]);
const determiners = new Set(['a', 'an', 'the', 'any', 'one', 'another']);
const emptyAnswers =
  /^(?:the same|the case|the reason|the result|the following|a (?:lot|result|reason|problem|must|bit|good|great|bad)\b|one reason|one of (?:these|those|them)|an? (?:important|interesting|common|major|key|useful) (?:part|thing|example|point|step|role)$)/i;
const ofPersons =
  /\b(?:president|leader|king|queen|scientist|writer|author|poet|politician|activist|physicist|chemist|biologist|mathematician|philosopher|economist|lawyer|judge|teacher|doctor|engineer|inventor|explorer|missionary|general|governor|minister|artist|musician|programmer|historian|founder|monarch|emperor|chief|freedom fighter|environmentalist)\b/i;
const leastWords = 3;

const copulaAt = ({ words }: Tagged) => words.findIndex(({ lower }) => copulas.has(lower));

/** Where what is said of the subject begins, behind words that add nothing. */
function predicateAt({ words }: Tagged, copula: number): number {
  let at = copula + 1;
  while (filling.has(words[at]?.lower ?? '')) at++;
  return at;
}

/** Whether the words say what kind of thing something is, not how it is. */
function namesAKind({ words }: Tagged, at: number): boolean {
  const first = words[at];
  if (!first) return false;
  if (determiners.has(first.lower)) return true;
  const noun = words.slice(at, at + 4).findIndex((word) => is(word, 'Noun') && !is(word, 'Pronoun'));
  if (noun < 0 || is(first, 'Verb', 'Preposition', 'Conjunction', 'Adverb', 'Negative', 'Pronoun'))
    return false;
  return words.slice(at, at + noun).every((word) => is(word, 'Adjective', 'Value'));
}

const relative = new Set(['that', 'which', 'who', 'whose', 'where', 'when', 'how', 'whom', 'if', 'because']);

/** Where the first statement about the subject ends: before `and rises to ...`. */
function predicateEnd({ words }: Tagged, at: number): number {
  for (let index = at + 1; index < words.length - 1; index++) {
    const [word, next] = [words[index], words[index + 1]];
    if (word?.after === ';' && /^(?:it|they|its|their)$/.test(next?.lower ?? '')) return index + 1;
    if (relative.has(word?.lower ?? '')) return words.length;
    if (
      word?.lower === 'and' &&
      is(next, 'PresentTense', 'PastTense', 'Copula', 'Modal', 'Auxiliary') &&
      !is(next, 'Gerund', 'Noun', 'Infinitive')
    )
      return index;
  }
  return words.length;
}

function questionAbout(tagged: Tagged, copula: number, answer: string, vocabulary: Vocabulary): string {
  const be = tagged.words[copula]?.lower ?? 'is';
  const subject = insideQuestion(tagged, copula, vocabulary);
  const kind = answer.split(/\s+(?:that|which|of|in|from)\s+/)[0] ?? '';
  const isPerson = beginsWithName(tagged, vocabulary) && (/\bwho\b/.test(kind) || ofPersons.test(kind));
  return `${isPerson ? 'Who' : 'What'} ${be} ${subject}?`;
}

/** `X is a Y that ...`: what is X? */
const ofKind: Maker = (tagged, vocabulary) => {
  const copula = copulaAt(tagged);
  if (copula < 1 || !isTerm(tagged, copula) || leansBack(tagged, copula, vocabulary)) return [];
  const at = predicateAt(tagged, copula);
  const answer = firstStatement(span(tagged, at, predicateEnd(tagged, at)));
  if (!namesAKind(tagged, at) || emptyAnswers.test(answer)) return [];
  if (tagged.words.length - at < leastWords) return [];
  const score = /^(?:is|are)$/.test(tagged.words[copula]?.lower ?? '') ? 0.9 : 0.8;
  return [
    {
      question: questionAbout(tagged, copula, answer, vocabulary),
      answer: isFormula(answer) ? answer : capitalised(answer),
      score,
    },
  ];
};

const naming =
  /^(.+) (is|are|was|were) (?:also |often |usually |commonly |sometimes |generally )?(called|named|termed|known as|referred to as) (.+)$/i;
const mostNamed = 16;
const hasReason = /\bbecause\b/i;

/** `A plant cell that is full of water is called turgid`: what is it called? */
const ofName: Maker = (tagged, vocabulary) => {
  const [, subject = '', be = '', verb = '', name = ''] =
    naming.exec(tagged.sentence.replace(/[.\s]+$/, '')) ?? [];
  const length = subject.split(/\s+/).length;
  if (
    subject === '' ||
    hasReason.test(name) ||
    length > mostNamed ||
    /[,;:]/.test(subject) ||
    !startsAThing(tagged)
  )
    return [];
  const answer = name
    .replace(/,.*$/, '')
    .replace(/\s+(?:because|and|which|that|in|by|for|when|if)\b.*$/i, '')
    .replace(/^(?:the|an?) /i, '');
  if (answer === '' || answer.split(' ').length > 5) return [];
  const question = `What ${be.toLowerCase()} ${insideQuestion(tagged, length, vocabulary)} ${verb}?`;
  return [{ question, answer: capitalised(answer), score: 0.93 }];
};

/** An article or noun begins what is named. */
const startsAThing = ({ words: [first] }: Tagged) =>
  first !== undefined &&
  (/^(?:the|an?)$/.test(first.lower) || is(first, 'Noun', 'Adjective')) &&
  !is(first, 'Pronoun');

const meanings =
  /^(.{2,80}?) (refers to|means|is defined as|are defined as|is the term for|denotes|stands for) (?!that\b)(.{12,})$/i;

/** `X refers to Y`: what is meant by X? */
const ofMeaning: Maker = (tagged, vocabulary): Made[] => {
  const [, subject = '', verb = '', meaning = ''] =
    meanings.exec(tagged.sentence.replace(/[.\s]+$/, '')) ?? [];
  const length = subject.split(/\s+/).filter((word) => word !== '').length;
  if (length === 0 || !isTerm(tagged, length)) return [];
  const term = insideQuestion(tagged, length, vocabulary);
  const question = /stands for/i.test(verb) ? `What does ${term} stand for?` : `What is meant by ${term}?`;
  return [{ question, answer: capitalised(meaning), score: 0.92 }];
};

const small = new Set(['of', 'and', 'for', 'the', 'in', 'to', 'on']);
const bracketed = /((?:[\p{L}][\p{L}'-]*[ ]){1,8})\((\p{Lu}{2,6})s?\)/gu;

function expansionOf(before: string, acronym: string): string | null {
  const words = before.trim().split(' ');
  for (let from = words.length - 1; from >= 0; from--) {
    const taken = words.slice(from);
    const letters = taken.flatMap((word) =>
      small.has(word.toLowerCase()) ? [] : word.split('-').map((part) => part.charAt(0).toUpperCase()),
    );
    const all = taken.map((word) => word.charAt(0).toUpperCase()).join('');
    if ((letters.join('') === acronym || all === acronym) && !small.has(words[from]?.toLowerCase() ?? ''))
      return taken.join(' ');
  }
  return null;
}

/** `World Health Organization (WHO)`: what does WHO stand for? */
const ofAcronym: Maker = ({ sentence }) =>
  [...(sentence.includes('(') ? sentence.matchAll(bracketed) : [])].flatMap(
    ([, before = '', acronym = '']) => {
      const expansion = expansionOf(before, acronym);
      return expansion
        ? [{ question: `What does ${acronym} stand for?`, answer: capitalised(expansion), score: 0.84 }]
        : [];
    },
  );

export const definitions: Maker[] = [ofName, ofMeaning, ofKind, ofAcronym];
