import type { Question } from './english.ts';
import { withoutFullStop } from '../text/sentences.ts';

const backReference =
  /^(?:hii|hiyo|hizi|hizo|huu|huo|huyo|huyu|hilo|hili|haya|hayo|hao|hawa|hicho|hiki|hivi|yeye|wao|hapa|hapo|pia|lakini|kwa hivyo|kwa hiyo|hivyo|basi|kisha|halafu|aidha|vilevile|yake|zake|wake|chake|lake|ambayo|ambaye|sisi|mimi|wewe|nyinyi|ninyi|ni|si|kwanza|pili|tatu|hata hivyo|baadaye|wengine|mwingine|nyingine|ndiyo|ndio|leo|jana|kesho)(?!\p{L})/iu;
/** `ziwa hilo` (that lake): another sentence names the lake. */
const demonstrative =
  /(?<!\p{L})(?:hiyo|hizo|huo|hilo|hayo|hao|hicho|hivyo|huyo|hii|huu|hizi|haya|hawa|hili|hiki|sisi|yetu|wetu|letu|chetu|zetu|vyetu|mimi|wewe)(?!\p{L})/iu;
/** Verbs begin with their subject and tense; `ambayo` and `-o-` make a clause. */
const verbOrClause =
  /^(?:amba\p{L}+|(?:a|wa|u|i|li|ya|ki|vi|zi|ku|tu|m|pa)(?:na|li|ta|me|taka)(?:ye|o|cho|vyo|lo|yo|zo|po|ko)?\p{L}+[aieu]|hu\p{L}+[aieu]|kama|au|lakini|ili|kwamba|kuwa|ikiwa|pia|hata|tu|sana|ndiyo|ndio)$/iu;
/** `neno la`, `kifaa cha`, `mtu wa`: only a noun stands before a connector of its class. */
const nounPhrase = /^\p{L}+ (?:\p{L}+ ){0,2}(?:ya|wa|la|cha|za|vya|mwa|pa) \p{L}/iu;
/** `neno linalotaja`, `pesa zinazobaki`, `njia ambayo`: a noun and its relative clause. */
const relativeClause =
  /^\p{L}+ (?:\p{L}+ )?(?:(?:a|wa|u|i|li|ya|ki|vi|zi|ku|pa)(?:na|li|taka|si)(?:ye|o|cho|vyo|lo|yo|zo|po|ko)\p{L}+|\p{L}+(?:ye|lo|cho|vyo|zo)\p{L}*|amba\p{L}+|yenye|wenye|lenye|chenye|zenye|vyenye|mwenye)(?!\p{L})/iu;
const adjective =
  /^(?:muhimu|maarufu|lazima|rahisi|hatari|bora|safi|huru|sawa|kweli|kubwa|ndogo|mkubwa|mdogo|wengi|nyingi|mengi|chache|wachache|mzuri|nzuri|zuri|baya|mbaya|tofauti|moja kwa|kwa|katika|sehemu muhimu|kama)(?!\p{L})/iu;
const person =
  /^(?:rais|kiongozi|mwandishi|mwalimu|mfalme|malkia|mwanasayansi|daktari|mshairi|mwanasiasa|mpigania|mwanzilishi|waziri|mtu|mwanamke|mwanamume|mwanaharakati|mtaalamu|mwanamazingira|mwana\p{L}+|mwimbaji|mchezaji|shujaa|nabii|askofu|profesa|gavana|chifu)(?!\p{L})/iu;
const definition = /^(.{2,60}?) (ni|alikuwa|walikuwa) (\p{L}.+)$/u;
const mostWordsOfSubject = 5;

const isSubject = (text: string) => {
  const words = text.split(' ');
  return (
    words.length <= mostWordsOfSubject &&
    !/[,;:"()]/.test(text) &&
    !backReference.test(text) &&
    !demonstrative.test(text) &&
    !words.some((word) => verbOrClause.test(word))
  );
};

const isName = (text: string) =>
  text.split(' ').every((word) => /^(?:\p{Lu}|(?:wa|ya|la|bin|ole)$)/u.test(word));

/** Whether a predicate names what the subject is, by the noun that it begins with. */
const namesKind = (predicate: string) =>
  !adjective.test(predicate) && (nounPhrase.test(predicate) || relativeClause.test(predicate));

/** `nini` or `nani`; `null` when the sentence does not show whether a name is of a person. */
function questionWord(subject: string, verb: string, predicate: string): 'nini' | 'nani' | null {
  if (isName(subject) && person.test(predicate)) return 'nani';
  if (verb !== 'ni') return null;
  const [noun = ''] = predicate.split(' ');
  const isThing =
    !isName(subject) ||
    !subject.includes(' ') ||
    subject.toLowerCase().split(' ').includes(noun.toLowerCase());
  return isThing && !person.test(predicate) ? 'nini' : null;
}

/** Returns the question that a Kiswahili sentence proves: what something is, or who somebody is. */
export function swahiliQuestion(sentence: string): Question | null {
  const [, subject = '', verb = '', predicate = ''] = definition.exec(withoutFullStop(sentence)) ?? [];
  if (subject === '' || !isSubject(subject) || !namesKind(predicate)) return null;
  if (demonstrative.test(predicate) || predicate.split(' ').length < 3) return null;
  const word = questionWord(subject, verb, predicate);
  return word && { question: `${subject} ${verb} ${word}?`, answer: predicate };
}

/** `Aliongoza upinzani`, `Huenezwa na mbu`: the verb alone does not say who led it, or what is spread. */
const verbFirst =
  /^(?:(?:A|Wa|I|U|Li|Ya|Ki|Vi|Zi|Tu|Ni)(?:li|na|ta|me|ka)\p{Ll}{3,}a|Hu(?!duma|kumu|ruma|zuni|jambo)\p{Ll}{3,}[aeiu](?! ni ))(?!\p{L})/u;
/** `Dalili zake`, `alikuwa rais wake`: another sentence says whose. */
const possessive = /^(?:\p{L}+ |.* (?:ni|alikuwa|walikuwa) (?:\p{L}+ )?)(?:w|y|z|l|ch|vy|k|p)ake(?!\p{L})/iu;

/** Whether a sentence can be understood without the sentences around it. */
export const isSelfContainedSwahili = (sentence: string): boolean =>
  !verbFirst.test(sentence) &&
  !/^[\p{L}' -]{1,40}: | [-–—] |^mfano\b/iu.test(sentence) &&
  !backReference.test(sentence) &&
  !demonstrative.test(sentence) &&
  !possessive.test(sentence) &&
  !/[!?]/.test(sentence);
