import { location } from '../errors.ts';

/**
 * Translates a PCRE pattern, the syntax of MongoDB, to an equivalent JavaScript pattern in `u` mode. Rejects syntax
 * that no service uses. Without groups, the matching time depends only on the number of repetitions, which is limited.
 */
export function translatePattern(pattern: string): string {
  const reader: Reader = { pattern, at: 0, repetitions: 0 };
  let translated = '';
  while (reader.at < pattern.length) translated += next(reader);
  return translated;
}

interface Reader {
  pattern: string;
  at: number;
  repetitions: number;
}

const MOST_REPETITIONS = 3;
const LAST_LINE_END = '(?=\\n?$)';

const rejected = (what: string) =>
  location(51091, `Regular expression is invalid: ${what} is not supported by this server`);

function next(reader: Reader): string {
  const char = takeChar(reader);
  switch (char) {
    case '.':
      return '[^\\n]';
    case '^':
      return '^';
    case '$':
      return LAST_LINE_END;
    case '\\':
      return escaped(reader);
    case '[':
      return characterClass(reader);
    case '*':
    case '+':
    case '?':
      return repetition(reader, char);
    default:
      if ('(){}|'.includes(char)) throw rejected(char);
      return literal(char);
  }
}

function takeChar(reader: Reader): string {
  const char = String.fromCodePoint(reader.pattern.codePointAt(reader.at)!);
  reader.at += char.length;
  return char;
}

const literal = (char: string): string => `\\u{${char.codePointAt(0)!.toString(16)}}`;

function repetition(reader: Reader, quantity: string): string {
  if (/[*+?]/.test(reader.pattern[reader.at] ?? '')) throw rejected('a lazy or possessive quantifier');
  reader.repetitions += 1;
  if (reader.repetitions > MOST_REPETITIONS)
    throw rejected(`a pattern of more than ${MOST_REPETITIONS} repetitions`);
  return quantity;
}

function escaped(reader: Reader): string {
  if (reader.at >= reader.pattern.length) throw rejected('\\ at the end');
  const char = takeChar(reader);
  if (/[A-Za-z0-9]/.test(char)) throw rejected(`\\${char}`);
  return literal(char);
}

function characterClass(reader: Reader): string {
  const { pattern, at } = reader;
  const [whole, caret, listed] = /(\^?)([^\\[\]^]+)\]/y[Symbol.match](pattern.slice(at)) ?? [];
  if (whole === undefined || listed === undefined) throw rejected('this form of a class');
  reader.at += whole.length;
  const inside = [...listed].map((char, index) =>
    char === '-' && index > 0 && index < [...listed].length - 1 ? '-' : literal(char),
  );
  return `[${caret}${inside.join('')}]`;
}
