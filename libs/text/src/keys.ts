import { asciiDigits, withoutIgnorables, withSingleSpaces } from './characters.ts';

/** Full case folding, approximated: JavaScript has none. Dotted and dotless i are one letter in every language. */
const fold = (text: string) =>
  text
    .replaceAll('İ', 'i')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll('ı', 'i');

/**
 * Compatibility letters of Hangul stay: NFKC would compose `ㄱㅏ` to `가`, in which a search for `ㄱ` finds nothing.
 */
const outsideJamo = /[^\u3131-\u318e\u3200-\u321e\u3260-\u327e\uffa0-\uffdc]+/g;
const compatible = (text: string) => text.replace(outsideJamo, (run) => run.normalize('NFKC'));

const accented = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])(\p{M}+)/gu;
const breve = '\u0306';

/** `й` and `ў` are letters of their own, not accented ones. */
const bare = (_run: string, base: string, marks: string) =>
  (base === 'и' || base === 'у') && marks.includes(breve) ? base + breve : base;

const withoutAccents = (text: string) => text.normalize('NFD').replace(accented, bare).normalize('NFC');

/** Letters that Unicode does not decompose, as people type them on other keyboards. */
const plainLetters: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ɓ: 'b',
  ɗ: 'd',
  ƙ: 'k',
  ƴ: 'y',
  ɛ: 'e',
  ɔ: 'o',
  ŋ: 'n',
};
const withPlainLetters = (text: string) =>
  text.replace(/[łøđðħŧæœþɓɗƙƴɛɔŋ]/g, (each) => plainLetters[each] ?? each);

const apostrophes =
  /[\u0060\u00b4\u02b9\u02bb\u02bc\u2018-\u201b\u2032\u2039\u203a\u055a\u05f3\ua78c\uff07]/g;
const quotes = /[\u00ab\u00bb\u201c-\u201f\u2033\u05f4\u300c-\u300f\uff02]/g;
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
const withPlainMarks = (text: string) =>
  text.replace(apostrophes, "'").replace(quotes, '"').replace(dashes, '-');

const printableAscii = /^[\x20-\x5f\x61-\x7e]*$/;

/** Folded text without invisible characters; accents stay. */
const folded = (text: string) =>
  compatible(withoutIgnorables(fold(compatible(withPlainMarks(text.normalize('NFC'))))));

/**
 * Key of a search, for the query and the searched text. Accents of Latin, Greek and Cyrillic letters, case, width, quotes and
 * kinds of white space do not count.
 */
export function searchKey(text: string): string {
  if (printableAscii.test(text)) return withSingleSpaces(text.toLowerCase());
  return withSingleSpaces(withPlainMarks(withPlainLetters(withoutAccents(folded(text)))));
}

/** A longer number has a greater prefix, so that numbers sort by value in the order of their characters. */
function numberKey(digits: string) {
  const number = digits.replace(/^0+/, '');
  return '9'.repeat(Math.floor(number.length / 9)) + String(number.length % 9) + number;
}

const withNumberKeys = (text: string) => asciiDigits(text).replace(/[0-9]+/g, numberKey);

/** Between the parts of a sort key; below every character that is shown. */
const partEnd = '\u0001';

/** Text by whose plain order a list is sorted: `Chapter 2` before `Chapter 10`, `Éclair` beside `Ember`. */
export function sortKey(text: string): string {
  const key = searchKey(text);
  return withNumberKeys(key) + partEnd + (printableAscii.test(text) ? key : withSingleSpaces(folded(text)));
}

/** Version of the rule of `identityKey`. Stores keep it beside the key; increment it with each change. */
export const identityRule = 2;

/** Text that two spellings of one name share: usernames, subjects, categories, tags. Accents count. */
export const identityKey = (text: string): string => {
  const key = withoutIgnorables(fold(text.normalize('NFKC'))).normalize('NFKC');
  return withSingleSpaces(key);
};

/** Text that two cards share when they are the same card. Case, accents, width and exponents count. */
export const termKey = (text: string): string => withSingleSpaces(text.normalize('NFC'));

/** Whether two sides of cards are the same. */
export const sameTerm = (left: string, right: string): boolean => termKey(left) === termKey(right);

/** Whether two sides look alike (case, accents, width). A reason to warn, never to drop a card. */
export const looksLike = (left: string, right: string): boolean => searchKey(left) === searchKey(right);
