/** White space of Unicode, of which `\s` and `trim` miss some, such as U+0085. */
const spaces = /\p{White_Space}+/gu;
const ignorables = /\p{Default_Ignorable_Code_Point}+/gu;

export const withoutIgnorables = (text: string): string => text.replace(ignorables, '');

export const withSingleSpaces = (text: string): string => {
  const single = text.replace(spaces, ' ');
  return single.slice(
    single.startsWith(' ') ? 1 : 0,
    single.length > 1 && single.endsWith(' ') ? -1 : undefined,
  );
};

/** Removes white space and invisible characters at both ends. */
export function trimText(text: string): string {
  const characters = [...text];
  const from = characters.findIndex((each) => !isInvisible(each));
  const to = characters.findLastIndex((each) => !isInvisible(each));
  return from === -1 ? '' : characters.slice(from, to + 1).join('');
}

const invisible = /^[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]$/u;
const isInvisible = (character: string) => invisible.test(character);

const blank = /^[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether a text shows nothing, including a Braille blank (U+2800). */
export const isBlank = (text: string): boolean => blank.test(text);

/** Replaces lone surrogates, like `toWellFormed`, which Safari 16 and Firefox 115 lack. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

export const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

const digit = /\p{Nd}/gu;
const isDigit = (code: number) => /^\p{Nd}$/u.test(String.fromCodePoint(code));
/** Mathematical digits: five sets of ten without a gap. Any other set of digits stands alone. */
const mathematical = { first: 0x1d7ce, last: 0x1d7ff };

function digitValue(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code >= mathematical.first && code <= mathematical.last) return (code - mathematical.first) % 10;
  let zero = code;
  while (code - zero < 9 && isDigit(zero - 1)) zero -= 1;
  return code - zero;
}

/** Maps digits of any script to ASCII. */
export const asciiDigits = (text: string): string =>
  text.replace(digit, (each) => (each >= '0' && each <= '9' ? each : String(digitValue(each))));
