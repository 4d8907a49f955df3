import { asciiDigits, withoutIgnorables, withSingleSpaces } from './characters.ts';

/** Approximates full case folding, which JavaScript lacks. Dotted and dotless i are one letter in every language. */
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

/** Letters that Unicode does not decompose, with the spelling on keyboards without them. */
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

/** Vowel signs of Arabic and Hebrew, which learners leave out when they type, and the tatweel, which only widens a word. */
const vowelSigns =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u0652\u0670]/g;
const alefs = /\u0627[\u0653-\u0655]+|[\u0671-\u0673\u0675]/g;
/** Letters of Persian keyboards, and the alef maksura that Egyptian ones write for yeh. */
const arabicForms: Readonly<Record<string, string>> = { ک: 'ك', ی: 'ي', ى: 'ي' };
const hebrewFinals: Readonly<Record<string, string>> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' };
/** Distance from katakana to hiragana. */
const kana = 0x60;
const unifiedScripts = /[\u0590-\u06ff\u30a1-\u30fe]/;

/** Unifies the spellings of one word in Japanese, Arabic and Hebrew. */
function withUnifiedForms(text: string): string {
  if (!unifiedScripts.test(text)) return text;
  return text
    .normalize('NFD')
    .replace(vowelSigns, '')
    .replace(alefs, '\u0627')
    .replace(/[کیى]/g, (each) => arabicForms[each] ?? each)
    .replace(/[ךםןףץ]/g, (each) => hebrewFinals[each] ?? each)
    .replace(/[\u30a1-\u30f6\u30fd\u30fe]/g, (each) => String.fromCharCode(each.charCodeAt(0) - kana))
    .normalize('NFC');
}

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
 * Key for searching, of both the query and the text. Ignores case, width, kinds of quotes and white space, and accents of
 * Latin, Greek and Cyrillic letters.
 */
export function searchKey(text: string): string {
  if (printableAscii.test(text)) return withSingleSpaces(text.toLowerCase());
  return withSingleSpaces(withPlainMarks(withPlainLetters(withUnifiedForms(withoutAccents(folded(text))))));
}

/** Prefixes a number with its length, so that the order of the characters is the order of the values. */
function numberKey(digits: string) {
  const number = digits.replace(/^0+/, '');
  return '9'.repeat(Math.floor(number.length / 9)) + String(number.length % 9) + number;
}

const withNumberKeys = (text: string) => asciiDigits(text).replace(/[0-9]+/g, numberKey);

/** Separates the parts of a sort key; sorts before every visible character. */
const partEnd = '\u0001';

/** Key whose character order sorts a list: `Chapter 2` before `Chapter 10`, `Éclair` beside `Ember`. */
export function sortKey(text: string): string {
  const key = searchKey(text);
  return withNumberKeys(key) + partEnd + (printableAscii.test(text) ? key : withSingleSpaces(folded(text)));
}

/** Text that two spellings of one name share: usernames, subjects, categories, tags. Accents count. */
export const identityKey = (text: string): string => {
  const key = withoutIgnorables(fold(text.normalize('NFKC'))).normalize('NFKC');
  return withSingleSpaces(key);
};

/** Key that two sides of cards share when they are the same. Case, accents, width and exponents count. */
export const termKey = (text: string): string => withSingleSpaces(text.normalize('NFC'));
