import { gapIn } from './cloze.ts';
import type { Made } from './making.ts';

const leaning =
  /^(?:hii|hiyo|hizi|hizo|huu|huo|hilo|hili|haya|hayo|hao|hawa|yeye|wao|hapa|hapo|pia|lakini|kwa hivyo|hivyo|basi|kisha|halafu|aidha|vilevile|yake|zake|wake|ambayo|ambaye|sisi|mimi|wewe|ni|si|kwanza|pili|tatu)\b/i;
const copula = /^(.{2,70}?) ni (\S.{10,})$/u;
const names =
  /^(.{2,80}?) (huitwa|unaitwa|inaitwa|anaitwa|linaitwa|kinaitwa|hujulikana kama|inajulikana kama|unajulikana kama) (.{2,60})$/u;
const year = /\bmwaka (?:wa )?(1\d{3}|20\d\d)\b/;
const person =
  /^(?:rais|kiongozi|mwandishi|mwalimu|mfalme|malkia|mwanasayansi|daktari|mshairi|mwanasiasa|mpigania)\b/i;
const mostSubject = 6;

const bare = (sentence: string) => sentence.replace(/[.\s]+$/, '');
const large = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const isSubject = (text: string) =>
  text.split(' ').length <= mostSubject && !/[,;:]/.test(text) && !leaning.test(text);

/** Cards of one Kiswahili sentence: what something is or is called, and in which year. */
export function swahiliCards(sentence: string): Made[] {
  const plain = bare(sentence);
  if (leaning.test(plain) || /[!?]/.test(sentence) || plain.split(' ').length > 40) return [];
  const made: Made[] = [];
  const [, subject = '', is = ''] = copula.exec(plain) ?? [];
  if (subject !== '' && isSubject(subject) && is.split(' ').length >= 3)
    made.push({
      question: `${large(subject)} ni ${person.test(is) ? 'nani' : 'nini'}?`,
      answer: large(is),
      score: 0.9,
    });
  const [, thing = '', verb = '', name = ''] = names.exec(plain) ?? [];
  if (thing !== '' && isSubject(thing) && name.split(' ').length <= 5)
    made.push({
      question: `${large(thing)} ${verb.replace(/ kama$/, '')}${verb.endsWith('kama') ? ' kama nini' : 'je'}?`,
      answer: large(name),
      score: 0.9,
    });
  const when = year.exec(plain)?.[1];
  if (when && plain.split(when).length === 2)
    made.push({ question: gapIn(plain, when, 'Jaza mwaka:'), answer: when, score: 0.7 });
  return made;
}

/** Habitual verbs and infinitives, because a bill can be read, passed or approved, and words that only connect. */
const replaceable =
  /^(?:(?:hu|ku|kw)\p{Ll}{3,}[aieu]|katika|kuliko|kutoka|kwamba|ambaye|ambao|ambayo|ambazo|ambalo|baada|kabla|lakini)$/u;
/** `ziwa hilo`: which lake it is, another sentence says. */
const pointing = /(?<!\p{L})(?:hiyo|hizo|huo|hilo|hayo|hao|hicho|hivyo|huyo)(?!\p{L})/u;

export const swahiliGaps = { instruction: 'Jaza pengo:', replaceable, pointing };
