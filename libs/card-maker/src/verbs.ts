import type { ScoredCard, SentenceRule } from './sentence-rule.ts';
import { firstClause, withoutFullStop } from './sentences.ts';
import { isTerm, phraseInQuestion, refersBack } from './subject.ts';
import { infinitiveOf } from './tagger.ts';
import type { Vocabulary } from './vocabulary.ts';
import { wordSet } from './word-set.ts';
import { capitalised, hasTag, span, type TaggedSentence, type Word } from './words.ts';

/** Verbs whose object a learner should know: what does X contain? */
const verbsWithObject = wordSet(
  'contain include require need produce cause measure release state comprise provide form eat express represent protect prevent stipulate',
);
/** Verbs with a preposition before the object. */
const prepositionOf = new Map(
  Object.entries({
    consist: 'of',
    depend: 'on',
    lead: 'to',
    result: 'in',
    belong: 'to',
    refer: 'to',
    protect: 'against',
  }),
);
/** Verbs too vague for the question what a subject does. */
const vagueVerbs = wordSet(
  'be have has take takes occur occurs happen happens become becomes begin begins mean means seem seems lie lies remain remains live lives exist exists come comes appear appears start starts end ends do does go goes get gets say says make makes vary varies look looks feel feels know knows think thinks want wants like likes try tries can will may call calls use uses show shows keep keeps give gives follow follows rise rises fall falls grow grows',
);

/** A named part of a program is worth a card even with a vague verb. */
const partsOfPrograms = wordSet(
  'element tag attribute property function method command operator keyword statement class selector loop',
);
const vagueVerbsOfParts = wordSet('show give use keep make start end take call get follow');

const isNamedPart = ({ words }: TaggedSentence, subject: number) =>
  subject > 2 && partsOfPrograms.has(words[subject - 1]?.lower ?? '');

/** `carries` -> `carry`, `produces` -> `produce`; the form of the plural is the infinitive. */
function infinitiveOfPresent(verb: string): string {
  if (verb === 'has') return 'have';
  if (/[^aeiou]ies$/.test(verb)) return verb.replace(/ies$/, 'y');
  if (/(?:ss|sh|ch|x|z|o)es$/.test(verb)) return verb.replace(/es$/, '');
  return /[^s]s$/.test(verb) ? verb.replace(/s$/, '') : verb;
}

/** Whether a subject names several things, so that its verb has no `s`. */
const isPlural = (subject: readonly Word[]) =>
  subject.some(({ lower }) => lower === 'and') ||
  subject.some(
    (word, index) =>
      (hasTag(word, 'Plural') || /[^su]s$/.test(word.lower)) &&
      !/^(?:of|in)$/.test(subject[index - 1]?.lower ?? ''),
  );

/** Subject and verb of a simple statement. */
export interface Clause {
  /** Number of words of the subject. */
  subject: number;
  auxiliary: 'do' | 'does' | 'did';
  infinitive: string;
}

const isPresent = (word: Word) =>
  hasTag(word, 'PresentTense', 'Infinitive') &&
  !hasTag(word, 'Copula', 'Modal', 'Auxiliary', 'Gerund', 'Imperative');

const isFiniteVerb = (word: Word | undefined) =>
  hasTag(word, 'PresentTense', 'PastTense', 'Copula', 'Modal') && !hasTag(word, 'Gerund');

/** Position of the verb. A noun that looks like a verb is skipped when the real verb follows it. */
export function verbAt({ words }: TaggedSentence): number {
  const at = words.findIndex((word, index) => index > 0 && hasTag(word, 'Verb') && !hasTag(word, 'Gerund'));
  const [verb, next] = [words[at], words[at + 1]];
  const isNoun =
    hasTag(verb, 'Infinitive') && verb?.after === '' && isFiniteVerb(next) && !hasTag(next, 'Infinitive');
  return isNoun ? at + 1 : at;
}

/** Finds subject and verb of a simple statement; `null` when the sentence begins otherwise. */
export function clauseOf(tagged: TaggedSentence): Clause | null {
  const { words } = tagged;
  const at = verbAt(tagged);
  const verb = words[at];
  if (!verb || !isTerm(tagged, at) || hasTag(words[at - 1], 'Adverb')) return null;
  if (hasTag(verb, 'PastTense')) {
    const infinitive = infinitiveOf(verb.lower);
    return infinitive ? { subject: at, auxiliary: 'did', infinitive } : null;
  }
  if (!isPresent(verb)) return null;
  const infinitive = infinitiveOfPresent(verb.lower);
  if (infinitive === verb.lower && !isPlural(words.slice(0, at))) return null;
  return { subject: at, auxiliary: infinitive === verb.lower ? 'do' : 'does', infinitive };
}

const minWordsOfObject = 2;
const maxWordsOfObject = 32;

/** Returns the predicate without its reason, which gets its own question. */
const predicateFrom = (tagged: TaggedSentence, at: number) =>
  firstClause(span(tagged, at)).replace(/,? because .*$/, '');

/** `Plants need water and light`: what do plants need? */
function objectQuestion(tagged: TaggedSentence, clause: Clause, subject: string): ScoredCard | null {
  const { subject: at, auxiliary, infinitive } = clause;
  const next = tagged.words[at + 1];
  const preposition = prepositionOf.get(infinitive);
  if (preposition !== undefined && next?.lower === preposition) {
    const question = `What ${auxiliary} ${subject} ${infinitive} ${preposition}?`;
    return { question, answer: capitalised(predicateFrom(tagged, at + 2)), score: 0.8 };
  }
  if (!verbsWithObject.has(infinitive) || hasTag(next, 'Preposition')) return null;
  const question = `What ${auxiliary} ${subject} ${infinitive}?`;
  return { question, answer: capitalised(predicateFrom(tagged, at + 1)), score: 0.78 };
}

/** `The liver stores glucose`: what does the liver do? */
function actionQuestion(tagged: TaggedSentence, clause: Clause, subject: string): ScoredCard | null {
  const { subject: at, auxiliary, infinitive } = clause;
  const { words } = tagged;
  const isVague = vagueVerbs.has(infinitive) || vagueVerbs.has(words[at]?.lower ?? '');
  if (isVague && !(isNamedPart(tagged, at) && vagueVerbsOfParts.has(infinitive))) return null;
  if (hasTag(words[at + 1], 'Preposition', 'Conjunction', 'Adverb')) return null;
  const pronoun = auxiliary === 'do' ? 'They' : 'It';
  const answer = `${pronoun} ${predicateFrom(tagged, at)}`;
  return { question: `What ${auxiliary} ${subject} do?`, answer, score: 0.7 };
}

const whatDoes: SentenceRule = (tagged, vocabulary) => {
  const clause = clauseOf(tagged);
  if (!clause || clause.auxiliary === 'did' || hasTag(tagged.words[0], 'Value')) return [];
  const { subject: at } = clause;
  if (refersBack(tagged, at, vocabulary) || tagged.words[at]?.after !== '') return [];
  const rest = tagged.words.length - at - 1;
  if (rest < minWordsOfObject || rest > maxWordsOfObject) return [];
  const subject = phraseInQuestion(tagged, at, vocabulary);
  const card = objectQuestion(tagged, clause, subject) ?? actionQuestion(tagged, clause, subject);
  return card ? [card] : [];
};

const fillers = /^(?:(?:also|usually|often|mainly|largely|first|originally) )?$/i;
const agentEnd =
  /(?:,|;|\s+(?:in|on|after|before|during|when|while|because|to)\s+|\s+and (?:is|are|was|were|has|have|had)\b).*$/i;
const maxWordsOfAgent = 14;

/** `is injected by the mosquito and travels to the liver`: the agent ends before the second verb. */
function agentFrom(tagged: TaggedSentence, from: number): string {
  const { words } = tagged;
  const and = words.findIndex(
    ({ lower }, at) =>
      at > from &&
      lower === 'and' &&
      hasTag(words[at + 1], 'Verb') &&
      !hasTag(words[at + 1], 'Noun', 'Gerund'),
  );
  return span(tagged, from, and < 0 ? words.length : and)
    .replace(agentEnd, '')
    .trim();
}

/** Position of `be`, of the participle and of `by` in `Malaria is caused by parasites`; `null` in another sentence. */
function passiveIn(tagged: TaggedSentence): { be: Word; at: number; participle: Word; by: number } | null {
  const { words } = tagged;
  const by = words.findIndex(({ lower }) => lower === 'by');
  const at = words.findIndex(({ lower }) => /^(?:is|are|was|were)$/.test(lower));
  if (at < 1 || by < at + 2 || by > at + 4 || !isTerm(tagged, at)) return null;
  const [be, participle] = [words[at], words[by - 1]];
  if (!be || !participle || !hasTag(participle, 'PastTense', 'Participle')) return null;
  const between = words.slice(at + 1, by - 1).map(({ lower }) => `${lower} `);
  return fillers.test(between.join('')) ? { be, at, participle, by } : null;
}

/** The question word for an agent. A name may be of a person or a thing unless the tagger knows it. */
function questionWordFor(agent: Word, be: Word, vocabulary: Vocabulary): string {
  if (!hasTag(agent, 'Person', 'ProperNoun') && !vocabulary.isName(agent)) return 'What';
  return /^(?:was|were)$/.test(be.lower) && hasTag(agent, 'Person') ? 'Who' : 'Who or what';
}

/** `Malaria is caused by parasites`: what is malaria caused by? */
const byWhat: SentenceRule = (tagged, vocabulary) => {
  const passive = passiveIn(tagged);
  if (!passive) return [];
  const { be, at, participle, by } = passive;
  const agent = agentFrom(tagged, by + 1);
  const words = agent.split(' ');
  if (agent === '' || words.length > maxWordsOfAgent || /ing\b/.test(words[0] ?? '')) return [];
  const questionWord = questionWordFor(tagged.words[by + 1] ?? participle, be, vocabulary);
  const subject = phraseInQuestion(tagged, at, vocabulary);
  const question = `${questionWord} ${be.lower} ${subject} ${participle.text} by?`;
  return [{ question, answer: capitalised(agent), score: 0.82 }];
};

const auxiliaries = /^(?:is|are|was|were|can|cannot|could|will|would|must|may|might|should|has|have|had)$/;

/** Turns a statement into a question about its reason; `null` when its form is not understood. */
function whyQuestion(tagged: TaggedSentence, vocabulary: Vocabulary): string | null {
  const { words } = tagged;
  const at = words.findIndex(({ lower }) => auxiliaries.test(lower));
  const verb = words[at]?.lower ?? '';
  // Without a participle after it, `has` is the main verb.
  const isAuxiliary = !/^(?:has|have|had)$/.test(verb) || hasTag(words[at + 1], 'PastTense');
  if (at > 0 && isTerm(tagged, at) && isAuxiliary)
    return `Why ${verb} ${phraseInQuestion(tagged, at, vocabulary)} ${span(tagged, at + 1)}?`;
  const clause = clauseOf(tagged);
  if (!clause) return null;
  const rest = span(tagged, clause.subject + 1);
  const subject = phraseInQuestion(tagged, clause.subject, vocabulary);
  const question = `Why ${clause.auxiliary} ${subject} ${clause.infinitive}`;
  return rest === '' ? `${question}?` : `${question} ${rest}?`;
}

/** Returns the first words as a statement of its own. */
const firstWords = (tagged: TaggedSentence, to: number): TaggedSentence => ({
  sentence: tagged.sentence.slice(0, tagged.words[to - 1]?.to ?? 0),
  words: tagged.words.slice(0, to),
});

/** `Leaves are green because they contain chlorophyll`: why are leaves green? */
const why: SentenceRule = (tagged, vocabulary) => {
  const at = tagged.words.findIndex(({ lower }) => lower === 'because');
  if (at < 3 || tagged.words.length - at < 4) return [];
  const statement = firstWords(tagged, at);
  if (statement.words.some(({ after }) => /[,;:]/.test(after)) && statement.words.at(-1)?.after !== ',')
    return [];
  const question = whyQuestion(statement, vocabulary);
  return question ? [{ question, answer: capitalised(span(tagged, at)), score: 0.86 }] : [];
};

const counted = /^((?:Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|[2-9]|1\d) [^:,]{3,120}): ([^:]{6,200})$/;

/** `Three factors limit the rate: light, water and heat`: which three factors limit the rate? */
const which: SentenceRule = ({ sentence }) => {
  const [, statement = '', things = ''] = counted.exec(withoutFullStop(sentence)) ?? [];
  if (statement === '' || !/,| and /.test(things)) return [];
  const question = `Which ${statement.charAt(0).toLowerCase()}${statement.slice(1)}?`;
  return [{ question, answer: capitalised(things), score: 0.9 }];
};

export const statementRules: SentenceRule[] = [which, byWhat, why, whatDoes];
