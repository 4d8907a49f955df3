import { gapQuestion } from './cloze.ts';
import { withoutFullStop } from './sentences.ts';
import type { ScoredCard } from './sentence-rule.ts';

const backReference =
  /^(?:hii|hiyo|hizi|hizo|huu|huo|hilo|hili|haya|hayo|hao|hawa|yeye|wao|hapa|hapo|pia|lakini|kwa hivyo|hivyo|basi|kisha|halafu|aidha|vilevile|yake|zake|wake|ambayo|ambaye|sisi|mimi|wewe|ni|si|kwanza|pili|tatu)\b/i;
const copula = /^(.{2,70}?) ni (\S.{10,})$/u;
const naming =
  /^(.{2,80}?) (huitwa|unaitwa|inaitwa|anaitwa|linaitwa|kinaitwa|hujulikana kama|inajulikana kama|unajulikana kama) (.{2,60})$/u;
const year = /\bmwaka (?:wa )?(1\d{3}|20\d\d)\b/;
const person =
  /^(?:rais|kiongozi|mwandishi|mwalimu|mfalme|malkia|mwanasayansi|daktari|mshairi|mwanasiasa|mpigania)\b/i;
const maxSubject = 6;

const withCapital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const isSubject = (text: string) =>
  text.split(' ').length <= maxSubject && !/[,;:]/.test(text) && !backReference.test(text);

/** Makes cards from a Kiswahili sentence: what something is, what it is called, and a gap for the year. */
export function swahiliCards(sentence: string): ScoredCard[] {
  const plain = withoutFullStop(sentence);
  if (backReference.test(plain) || /[!?]/.test(sentence) || plain.split(' ').length > 40) return [];
  const cards: ScoredCard[] = [];
  const [, subject = '', predicate = ''] = copula.exec(plain) ?? [];
  if (subject !== '' && isSubject(subject) && predicate.split(' ').length >= 3)
    cards.push({
      question: `${withCapital(subject)} ni ${person.test(predicate) ? 'nani' : 'nini'}?`,
      answer: withCapital(predicate),
      score: 0.9,
    });
  const [, thing = '', verb = '', name = ''] = naming.exec(plain) ?? [];
  if (thing !== '' && isSubject(thing) && name.split(' ').length <= 5)
    cards.push({
      question: `${withCapital(thing)} ${verb.replace(/ kama$/, '')}${verb.endsWith('kama') ? ' kama nini' : 'je'}?`,
      answer: withCapital(name),
      score: 0.9,
    });
  const when = year.exec(plain)?.[1];
  if (when && plain.split(when).length === 2)
    cards.push({ question: gapQuestion(plain, when, 'Jaza mwaka:'), answer: when, score: 0.7 });
  return cards;
}

/** Habitual verbs and infinitives, which others could replace (a bill can be read, passed or approved), and connectives. */
const replaceable =
  /^(?:(?:hu|ku|kw)\p{Ll}{3,}[aieu]|katika|kuliko|kutoka|kwamba|ambaye|ambao|ambayo|ambazo|ambalo|baada|kabla|lakini)$/u;
/** `ziwa hilo` (that lake): another sentence names the lake. */
const demonstrative = /(?<!\p{L})(?:hiyo|hizo|huo|hilo|hayo|hao|hicho|hivyo|huyo)(?!\p{L})/u;

export const swahiliGapOptions = { instruction: 'Jaza pengo:', replaceable, backReference: demonstrative };
