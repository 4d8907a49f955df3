import { cleanText, joinDividedWords, termKey } from '@kumbuka/text';
import type { Draft } from '../draft.ts';

const gap = '_____';

const plain = (text: string) =>
  termKey(joinDividedWords(cleanText(text)))
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll('*', '');
const withoutStop = (text: string) => text.replace(/[.\s]+$/, '');
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** What a question takes from the text, by its form; the rest of the question is the form. */
interface Form {
  at: RegExp;
  /** Faults of a question of this form: `taken` is what it takes from the text. */
  faults: (taken: readonly string[], card: Draft, text: string) => string[];
}

const has = (text: string, part: string) =>
  plain(text).includes(plain(part)) ||
  plain(text).includes(plain(part.charAt(0).toUpperCase() + part.slice(1)));

/** Words of the text without a capital, each time they occur. */
function smallNames(part: string, text: string): string[] {
  const all = new Set(plain(text).match(/[\p{L}\p{M}]+(?:['-][\p{L}\p{M}]+)*/gu));
  return (part.match(/[\p{L}\p{M}]+(?:['-][\p{L}\p{M}]+)*/gu) ?? []).filter(
    (word) => /^\p{Ll}/u.test(word) && !all.has(word) && !/^(?:an?|the)$/.test(word),
  );
}

const reference =
  /\b(?:it|this|these|those|he|she|they)\b|(?<!\p{L})(?:hiyo|hizo|huo|hilo|hayo|hao|hicho|hii|huu|hizi|ambayo|ambaye|ambao|ambalo|ambacho)(?!\p{L})/iu;

function faultsOfPart(part: string, text: string): string[] {
  return [
    ...(has(text, part) ? [] : [`not in the text: ${part}`]),
    ...smallNames(part, text).map((word) => `small letters: ${word}`),
    ...(reference.test(part) ? [`refers to another sentence: ${part}`] : []),
  ];
}

/** The source must say `X verb answer` from its beginning to its end: neither turned round nor cut off. */
function faultsOfStatement(subject: string, verb: string, { answer, source }: Draft): string[] {
  const said = withoutStop(plain(source));
  const whole = `${subject} ${verb} ${answer}`.toLowerCase();
  if (said.toLowerCase().endsWith(whole)) return [];
  return [
    said.toLowerCase().includes(answer.toLowerCase())
      ? `cut off: ${answer}`
      : `not what the text says: ${whole}`,
  ];
}

const isOfLine = (front: string, { answer, source }: Draft) => {
  const said = plain(source).toLowerCase();
  const first = plain(answer.split(/; |\n/)[0] ?? '').toLowerCase();
  const asked = plain(front).toLowerCase();
  return said.indexOf(asked) <= said.lastIndexOf(first) && said.includes(asked);
};

const faultsOfLine = (front: string, card: Draft, text: string): string[] => [
  ...faultsOfPart(front, text).filter((fault) => !fault.startsWith('refers')),
  ...(isOfLine(front, card) ? [] : [`turned round or lost: ${front}`]),
];

const forms: readonly Form[] = [
  {
    at: /^(?:What|Who) (is|are|was|were) (.+)\?$/u,
    faults: ([verb = '', subject = ''], card, text) => {
      if (plain(card.source).endsWith('?') || plain(text).includes(plain(card.question))) return [];
      return [...faultsOfPart(subject, text), ...faultsOfStatement(subject, verb, card)];
    },
  },
  {
    at: /^What does "(.+)" mean\?$/u,
    faults: ([term = ''], card, text) => faultsOfLine(term, card, text),
  },
  { at: /^Nini maana ya "(.+)"\?$/u, faults: ([term = ''], card, text) => faultsOfLine(term, card, text) },
  {
    at: /^(.+) (ni|alikuwa|walikuwa) (?:nini|nani)\?$/u,
    faults: ([subject = '', verb = ''], card, text) =>
      plain(text).includes(plain(card.question))
        ? []
        : [...faultsOfPart(subject, text), ...faultsOfStatement(subject, verb, card)],
  },
  {
    at: /^(?:In which year|When) (was|were) (.+)\?$/u,
    faults: ([verb = '', rest = ''], { source, answer }, text) => {
      const words = rest.split(' ');
      const said = plain(source);
      const isSaid = words.some((_, at) => {
        const [subject, action] = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
        return said.toLowerCase().includes(`${subject} ${verb} ${action}`.toLowerCase());
      });
      return [
        ...(isSaid && said.includes(answer) ? [] : [`not what the text says: ${rest}`]),
        ...smallNames(rest, text).map((word) => `small letters: ${word}`),
        ...(reference.test(rest) ? [`refers to another sentence: ${rest}`] : []),
      ];
    },
  },
];

/** A gap is the author's own sentence, whole. */
function faultsOfGap({ question, answer, source }: Draft, text: string): string[] {
  const [, sentence = question] =
    /^(?:Fill in the gap|Jaza pengo)(?: \(\d+\))?: "(.*)"$/su.exec(question) ?? [];
  const before = sentence.slice(0, sentence.indexOf(gap)).trim();
  if (/[:=–—-]$|^\S.{0,60}(?:[-–—=:→]|->)$/u.test(before) && sentence.endsWith(gap))
    return faultsOfLine(
      before.replace(/\s*(?:[-–—=:→]|->)$/u, ''),
      { question, answer, source: `${source} ${answer}` },
      text,
    );
  const filled = plain(sentence.replace(gap, answer));
  const said = plain(source);
  const isWhole = said === filled || said.endsWith(filled) || said.endsWith(lowerFirst(filled));
  return [
    ...(isWhole && has(text, filled) ? [] : [`not the sentence of the text: ${filled}`]),
    ...(/^(?:it|this|these|those|he|she|they|hii|hiyo|hilo|hao)\b/i.test(filled)
      ? ['refers to another sentence']
      : []),
  ];
}

/** Faults of a card: what a reader who knows the text would call untrue, ungrammatical or not to be understood alone. */
export function faultsOf(card: Draft, text: string): string[] {
  const { question, answer } = card;
  if (answer.trim() === '') return ['no answer'];
  const invented = plain(answer)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '' && !plain(text).toLowerCase().includes(word.toLowerCase()));
  const faults = invented.map((word) => `invented: ${word}`);
  if (/ {2}/.test(question) && !text.includes(question)) faults.push('a hole');
  if (question.includes(gap)) return [...faults, ...faultsOfGap(card, text)];
  if (/[?？.]$/.test(question) && plain(text).includes(plain(question))) return faults;
  const form = forms.find(({ at }) => at.test(question));
  if (form) return [...faults, ...form.faults(form.at.exec(question)?.slice(1) ?? [], card, text)];
  const [, title = '', front = ''] = /^(.+): (.+)\?$/u.exec(question) ?? [];
  if (front === '' || !has(text, title) || !has(text, front)) return [...faults, 'unknown form'];
  return [...faults, ...(isOfLine(front, card) || isOfLine(title, card) ? [] : [`turned round: ${front}`])];
}

/** Lines of a list that neither a card nor a repeat has. */
export function lostLines(
  text: string,
  { cards, repeats }: { cards: readonly Draft[]; repeats: readonly Draft[] },
): string[] {
  const answers = [...cards, ...repeats].map(({ answer, source }) => plain(`${answer} ${source}`)).join(' ');
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => {
      const [front = '', back = ''] = line
        .split(/\t| - | = |::|->|→|=>|: |;/)
        .map((side) => plain(side).replace(/\.$/, ''));
      return front !== '' && back !== '' && !answers.includes(back);
    });
}
