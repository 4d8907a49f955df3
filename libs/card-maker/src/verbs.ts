import { firstStatement, type Maker } from './making.ts';
import { insideQuestion, isTerm, leansBack, type Vocabulary } from './subject.ts';
import { infinitiveOf } from './tagger.ts';
import { capitalised, is, span, type Tagged } from './words.ts';

/** Verbs whose object is what one learns: what does X contain? */
const objectQuestionVerbs = new Map(
  Object.entries({
    contain: '',
    include: '',
    require: '',
    need: '',
    produce: '',
    cause: '',
    measure: '',
    release: '',
    state: '',
    'consist of': 'of',
    'depend on': 'on',
    'lead to': 'to',
    'result in': 'in',
    'belong to': 'to',
    'refer to': 'to',
    comprise: '',
    provide: '',
    form: '',
    eat: '',
    express: '',
    represent: '',
    protect: '',
    'protect against': 'against',
    prevent: '',
    stipulate: '',
    provides: '',
  }),
);
const withParticle = new Map(
  [...objectQuestionVerbs]
    .filter(([, particle]) => particle !== '')
    .map(([phrase, particle]) => [phrase.split(' ')[0] ?? '', particle]),
);
const refused = new Set(
  'be have has take takes occur occurs happen happens become becomes begin begins mean means seem seems lie lies remain remains live lives exist exists come comes appear appears start starts end ends do does go goes get gets say says make makes vary varies look looks feel feels know knows think thinks want wants like likes try tries can will may call calls use uses show shows keep keeps give gives follow follows rise rises fall falls grow grows'.split(
    ' ',
  ),
);

/** What a named part of a program does is worth a card even by verbs that say little of anything else. */
const partsOfPrograms = new Set(
  'element tag attribute property function method command operator keyword statement class selector loop'.split(
    ' ',
  ),
);
const doneByParts = new Set('show give use keep make start end take call get follow'.split(' '));

const isNamedPart = ({ words }: Tagged, subject: number) =>
  subject > 2 && partsOfPrograms.has(words[subject - 1]?.lower ?? '');

/** `carries` -> `carry`, `produces` -> `produce`; a plural's verb stays. */
function infinitiveOfPresent(verb: string): string {
  if (verb === 'has') return 'have';
  if (/[^aeiou]ies$/.test(verb)) return verb.replace(/ies$/, 'y');
  if (/(?:ss|sh|ch|x|z|o)es$/.test(verb)) return verb.replace(/es$/, '');
  return /[^s]s$/.test(verb) ? verb.replace(/s$/, '') : verb;
}

/** Whether words name several things, so that their verb has no s. */
const isPlural = (subject: Tagged['words']) =>
  subject.some(({ lower }) => lower === 'and') ||
  subject.some(
    (word, index) =>
      (is(word, 'Plural') || /[^su]s$/.test(word.lower)) &&
      !/^(?:of|in)$/.test(subject[index - 1]?.lower ?? ''),
  );

export interface Clause {
  /** Words of the subject. */
  subject: number;
  /** `do`, `does` or `did`. */
  auxiliary: 'do' | 'does' | 'did';
  infinitive: string;
}

const isPresent = (word: Tagged['words'][number]) =>
  is(word, 'PresentTense', 'Infinitive') && !is(word, 'Copula', 'Modal', 'Auxiliary', 'Gerund', 'Imperative');

const isFinite = (word: Tagged['words'][number] | undefined) =>
  is(word, 'PresentTense', 'PastTense', 'Copula', 'Modal') && !is(word, 'Gerund');

/** Where the verb stands; a noun that looks like one is followed by the real one. */
export function verbAt({ words }: Tagged): number {
  const at = words.findIndex((word, index) => index > 0 && is(word, 'Verb') && !is(word, 'Gerund'));
  const [verb, next] = [words[at], words[at + 1]];
  const isNoun = is(verb, 'Infinitive') && verb?.after === '' && isFinite(next) && !is(next, 'Infinitive');
  return isNoun ? at + 1 : at;
}

/** Subject and verb of a simple statement; null where it begins otherwise. */
export function clauseOf(tagged: Tagged): Clause | null {
  const { words } = tagged;
  const at = verbAt(tagged);
  const verb = words[at];
  if (!verb || !isTerm(tagged, at) || is(words[at - 1], 'Adverb')) return null;
  if (is(verb, 'PastTense')) {
    const infinitive = infinitiveOf(verb.lower);
    return infinitive ? { subject: at, auxiliary: 'did', infinitive } : null;
  }
  if (!isPresent(verb)) return null;
  const infinitive = infinitiveOfPresent(verb.lower);
  if (infinitive === verb.lower && !isPlural(words.slice(0, at))) return null;
  return { subject: at, auxiliary: infinitive === verb.lower ? 'do' : 'does', infinitive };
}

const leastObject = 2;
const mostObject = 32;

/** Predicate without its reason, which gets a question of its own. */
const saidFrom = (tagged: Tagged, at: number) =>
  firstStatement(span(tagged, at)).replace(/,? because .*$/, '');

/** `Plants need water and light`: what do plants need? `The liver stores glucose`: what does the liver do? */
const ofPresent: Maker = (tagged, vocabulary) => {
  const clause = clauseOf(tagged);
  if (!clause || clause.auxiliary === 'did' || leansBack(tagged, clause.subject, vocabulary)) return [];
  if (is(tagged.words[0], 'Value')) return [];
  const { subject: at, auxiliary, infinitive } = clause;
  const { words } = tagged;
  const subject = insideQuestion(tagged, at, vocabulary);
  const particle = withParticle.get(infinitive);
  const rest = words.length - at - 1;
  if (rest < leastObject || rest > mostObject || words[at]?.after !== '') return [];
  if (particle !== undefined && words[at + 1]?.lower === particle) {
    const answer = saidFrom(tagged, at + 2);
    return [
      {
        question: `What ${auxiliary} ${subject} ${infinitive} ${particle}?`,
        answer: capitalised(answer),
        score: 0.8,
      },
    ];
  }
  if (objectQuestionVerbs.has(infinitive) && !is(words[at + 1], 'Preposition'))
    return [
      {
        question: `What ${auxiliary} ${subject} ${infinitive}?`,
        answer: capitalised(saidFrom(tagged, at + 1)),
        score: 0.78,
      },
    ];
  const saysLittle = refused.has(infinitive) || refused.has(words[at]?.lower ?? '');
  if (saysLittle && !(isNamedPart(tagged, at) && doneByParts.has(infinitive))) return [];
  if (is(words[at + 1], 'Preposition', 'Conjunction', 'Adverb')) return [];
  const they = auxiliary === 'do' ? 'They' : 'It';
  return [
    { question: `What ${auxiliary} ${subject} do?`, answer: `${they} ${saidFrom(tagged, at)}`, score: 0.7 },
  ];
};

const passive = /^(is|are|was|were) (?:also |usually |often |mainly |largely |first |originally )?$/i;
const agentEnd =
  /(?:,|;|\s+(?:in|on|after|before|during|when|while|because|to)\s+|\s+and (?:is|are|was|were|has|have)\b).*$/i;

/** `is injected by the mosquito and travels to the liver`: before what happens next. */
function agentUpTo(words: Tagged['words'], from: number): number {
  const and = words.findIndex(
    ({ lower }, index) =>
      index > from &&
      lower === 'and' &&
      is(words[index + 1], 'Verb') &&
      !is(words[index + 1], 'Noun', 'Gerund'),
  );
  return and < 0 ? words.length : and;
}

/** `Malaria is caused by parasites`: what is malaria caused by? */
const ofPassive: Maker = (tagged, vocabulary) => {
  const { words } = tagged;
  const by = words.findIndex(({ lower }) => lower === 'by');
  const be = words.findIndex(({ lower }) => /^(?:is|are|was|were)$/.test(lower));
  const verb = words[by - 1];
  if (
    be < 1 ||
    by < be + 2 ||
    by > be + 4 ||
    !isTerm(tagged, be) ||
    !verb ||
    !is(verb, 'PastTense', 'Participle')
  )
    return [];
  if (
    !passive.test(
      `${words[be]?.lower} ${words
        .slice(be + 1, by - 1)
        .map(({ lower }) => `${lower} `)
        .join('')}`,
    )
  )
    return [];
  const agent = span(tagged, by + 1, agentUpTo(words, by + 1))
    .replace(agentEnd, '')
    .trim();
  if (agent === '' || agent.split(' ').length > 14 || /ing\b/.test(agent.split(' ')[0] ?? '')) return [];
  const isName = is(words[by + 1], 'Person', 'ProperNoun') || vocabulary.isName(words[by + 1] ?? verb);
  const questionWord =
    isName && /^(?:was|were)$/.test(words[be]?.lower ?? '') && is(words[by + 1], 'Person')
      ? 'Who'
      : isName
        ? 'Who or what'
        : 'What';
  return [
    {
      question: `${questionWord} ${words[be]?.lower} ${insideQuestion(tagged, be, vocabulary)} ${verb.text} by?`,
      answer: capitalised(agent),
      score: 0.82,
    },
  ];
};

const inverted = /^(?:is|are|was|were|can|cannot|could|will|would|must|may|might|should|has|have|had)$/;

/** Turns a statement into the question why it is so; null where it begins otherwise. */
function whyQuestion(tagged: Tagged, vocabulary: Vocabulary): string | null {
  const { words } = tagged;
  const at = words.findIndex(({ lower }) => inverted.test(lower));
  if (
    at > 0 &&
    isTerm(tagged, at) &&
    !(/^(?:has|have|had)$/.test(words[at]?.lower ?? '') && !is(words[at + 1], 'PastTense'))
  )
    return `Why ${words[at]?.lower} ${insideQuestion(tagged, at, vocabulary)} ${span(tagged, at + 1)}?`;
  const clause = clauseOf(tagged);
  if (!clause) return null;
  const rest = span(tagged, clause.subject + 1);
  const question = `Why ${clause.auxiliary} ${insideQuestion(tagged, clause.subject, vocabulary)} ${clause.infinitive}`;
  return rest === '' ? `${question}?` : `${question} ${rest}?`;
}

/** Cuts a tagged sentence; what is left is a statement of its own. */
const cut = (tagged: Tagged, to: number): Tagged => ({
  sentence: tagged.sentence.slice(0, tagged.words[to - 1]?.to ?? 0),
  words: tagged.words.slice(0, to),
});

const because: Maker = (tagged, vocabulary) => {
  const at = tagged.words.findIndex(({ lower }) => lower === 'because');
  if (at < 3 || tagged.words.length - at < 4) return [];
  const statement = cut(tagged, at);
  if (statement.words.some(({ after }) => /[,;:]/.test(after)) && statement.words.at(-1)?.after !== ',')
    return [];
  const question = whyQuestion(statement, vocabulary);
  return question ? [{ question, answer: capitalised(span(tagged, at)), score: 0.86 }] : [];
};

const counted = /^((?:Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|[2-9]|1\d) [^:,]{3,120}): ([^:]{6,200})$/;

/** `Three factors limit the rate: light, water and heat`: which three factors limit the rate? */
const ofCount: Maker = ({ sentence }) => {
  const [, statement = '', things = ''] = counted.exec(sentence.replace(/[.\s]+$/, '')) ?? [];
  if (statement === '' || !/,| and /.test(things)) return [];
  const question = `Which ${statement.charAt(0).toLowerCase()}${statement.slice(1)}?`;
  return [{ question, answer: capitalised(things), score: 0.9 }];
};

export const statements: Maker[] = [ofCount, ofPassive, because, ofPresent];
