import { location } from '../errors.ts';

/**
 * Translates a pattern of PCRE, which a MongoDB server reads, to one of JavaScript in its `u` mode that matches the
 * same texts. What has no counterpart is refused, also what JavaScript would take for something else.
 */
export function translatePattern(pattern: string, options: string): string {
  const reader: Reader = { pattern, at: 0, multiline: options.includes('m'), dotAll: options.includes('s') };
  let translated = '';
  while (reader.at < pattern.length) translated += next(reader);
  return translated;
}

interface Reader {
  pattern: string;
  at: number;
  multiline: boolean;
  dotAll: boolean;
}

// Never compiled with the flag `m`: both mean the ends of the whole text. A lookbehind would also match inside a surrogate pair.
const START = '^';
const END = '$';
const LINE_START = '(?:^|(?<=\\n)(?=[^]))';
const LINE_END = '(?=\\n|$)';
const LAST_LINE_END = '(?=\\n?$)';

const SPACES = '\\t\\n\\v\\f\\r ';
const HORIZONTAL = '\\t \\xa0\\u1680\\u180e\\u2000-\\u200a\\u202f\\u205f\\u3000';
const VERTICAL = '\\n\\v\\f\\r\\x85\\u2028\\u2029';
/** What stands inside the brackets of a class. */
const CLASSES: Record<string, string> = { d: '0-9', w: 'A-Za-z0-9_', s: SPACES, h: HORIZONTAL, v: VERTICAL };
const CONTROLS: Record<string, string> = { n: '\\n', r: '\\r', t: '\\t', f: '\\f', e: '\\x1b', a: '\\x07' };
const ASSERTIONS: Record<string, string> = { A: START, z: END, Z: LAST_LINE_END, b: '\\b', B: '\\B' };
const POSIX: Record<string, string> = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: 'A-Za-z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: SPACES,
  blank: ' \\t',
  punct: '!-\\/:-@\\[-`\\{-~',
  xdigit: '0-9A-Fa-f',
  word: 'A-Za-z0-9_',
  cntrl: '\\0-\\x1f\\x7f',
  print: ' -~',
  graph: '!-~',
};

const refused = (what: string) =>
  location(51091, `Regular expression is invalid: ${what} is not supported by this server`);

function next(reader: Reader): string {
  const char = takeChar(reader);
  switch (char) {
    case '.':
      return reader.dotAll ? '[^]' : '[^\\n]';
    case '^':
      return reader.multiline ? LINE_START : START;
    case '$':
      return reader.multiline ? LINE_END : LAST_LINE_END;
    case '\\':
      return escape(reader);
    case '[':
      return characterClass(reader);
    case '(':
      return group(reader);
    case '*':
    case '+':
    case '?':
      return quantifier(reader, char);
    case '{':
      return braces(reader);
    default:
      return '|)'.includes(char) ? char : literal(char);
  }
}

function takeChar(reader: Reader): string {
  const char = String.fromCodePoint(reader.pattern.codePointAt(reader.at)!);
  reader.at += char.length;
  return char;
}

/** Takes what the expression finds at this place. */
function takeMatch(reader: Reader, expression: RegExp): RegExpExecArray | null {
  const sticky = new RegExp(expression, 'y');
  sticky.lastIndex = reader.at;
  const match = sticky.exec(reader.pattern);
  if (match) reader.at = sticky.lastIndex;
  return match;
}

const literal = (char: string): string =>
  /[\^$\\.*+?()[\]{}|/-]/.test(char) ? hex(char.codePointAt(0)!) : char;

const hex = (code: number): string => `\\u{${code.toString(16)}}`;

function quantifier(reader: Reader, quantity: string): string {
  if (reader.pattern[reader.at] === '+') throw refused('a possessive quantifier');
  return takeMatch(reader, /\?/) ? `${quantity}?` : quantity;
}

/** Braces that are no quantifier stand for themselves. */
function braces(reader: Reader): string {
  const counted = takeMatch(reader, /\d+(?:,\d*)?\}/);
  if (counted) return quantifier(reader, `{${counted[0]}`);
  if (/^ *,? *\d/.test(reader.pattern.slice(reader.at))) throw refused('this form of a quantifier');
  return literal('{');
}

const GROUPS = ['(?:', '(?=', '(?!', '(?<=', '(?<!'];

function group(reader: Reader): string {
  const rest = reader.pattern.slice(reader.at - 1);
  if (rest.startsWith('(*')) throw refused('a verb');
  if (!rest.startsWith('(?')) return '(?:';
  const kind = GROUPS.find((start) => rest.startsWith(start));
  if (kind) {
    reader.at += kind.length - 1;
    return kind;
  }
  // Without back references a name has no use.
  if (takeMatch(reader, /\?(?:P?<[A-Za-z_]\w*>|'[A-Za-z_]\w*')/)) return '(?:';
  throw refused(`the group ${rest.slice(0, 4)}`);
}

function escape(reader: Reader): string {
  if (reader.at >= reader.pattern.length)
    throw location(51091, 'Regular expression is invalid: \\ at end of pattern');
  if (takeMatch(reader, /Q/)) return quoted(reader);
  if (takeMatch(reader, /E/)) return '';
  const assertion = takeMatch(reader, /[AzZbB]/);
  if (assertion) return ASSERTIONS[assertion[0]]!;
  if (takeMatch(reader, /R/)) return `(?:\\r\\n|[${VERTICAL}])`;
  if (takeMatch(reader, /N(?!\{)/)) return '[^\\n]';
  const set = escapedClass(reader);
  if (set) return set.negated ? `[^${set.inside}]` : `[${set.inside}]`;
  return escapedChar(reader);
}

function quoted(reader: Reader): string {
  const end = reader.pattern.indexOf('\\E', reader.at);
  const text = reader.pattern.slice(reader.at, end < 0 ? undefined : end);
  reader.at = end < 0 ? reader.pattern.length : end + 2;
  return [...text].map(literal).join('');
}

function escapedClass(reader: Reader): { inside: string; negated: boolean } | undefined {
  const letter = takeMatch(reader, /[dwshvDWSHV]/)?.[0];
  if (letter) return { inside: CLASSES[letter.toLowerCase()]!, negated: /[A-Z]/.test(letter) };
  const property = takeMatch(
    reader,
    /([pP])(?:\{(\^?)(L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|S[mcko]?|Z[slp]?)\}|([LMNPSZ]))/,
  );
  if (!property) return undefined;
  const [, kind, caret, long, short] = property;
  return { inside: `\\p{${long ?? short}}`, negated: (kind === 'P') !== (caret === '^') };
}

/** One character written by an escape. */
function escapedChar(reader: Reader): string {
  const control = takeMatch(reader, /[nrtfea]/);
  if (control) return CONTROLS[control[0]]!;
  const code = takeMatch(reader, /x(?:\{([0-9a-fA-F]{1,6})\}|([0-9a-fA-F]{2}))/);
  if (code) return hex(parseInt(code[1] ?? code[2]!, 16));
  if (takeMatch(reader, /0(?![0-7])/)) return hex(0);
  const char = takeChar(reader);
  if (/[A-Za-z0-9]/.test(char)) throw refused(`\\${char}`);
  return literal(char);
}

function characterClass(reader: Reader): string {
  if (takeMatch(reader, /\[[<>]:\]\]/)) throw refused('a word boundary in brackets');
  let translated = takeMatch(reader, /\^/) ? '[^' : '[';
  const closing = takeMatch(reader, /\]/);
  if (closing) translated += '\\]';
  while (reader.at < reader.pattern.length) {
    if (takeMatch(reader, /\]/)) return `${translated}]`;
    translated += classItem(reader);
  }
  throw location(51091, 'Regular expression is invalid: missing terminating ] for character class');
}

function classItem(reader: Reader): string {
  const posix = takeMatch(reader, /\[:(\^?)(\w+):\]/);
  if (posix) return posixClass(posix[1] === '^', posix[2]!);
  if (takeMatch(reader, /\[[.=]/)) throw refused('a collating element');
  if (takeMatch(reader, /-/)) return '-';
  if (!takeMatch(reader, /\\/)) return literal(takeChar(reader));
  if (takeMatch(reader, /Q/)) return quoted(reader);
  if (takeMatch(reader, /E/)) return '';
  if (takeMatch(reader, /b/)) return '\\x08';
  const set = escapedClass(reader);
  if (!set) return escapedChar(reader);
  if (!set.negated) return set.inside;
  const negatable = set.inside.startsWith('\\p') ? set.inside.replace('\\p', '\\P') : undefined;
  const known: Record<string, string> = { [CLASSES.d!]: '\\D', [CLASSES.w!]: '\\W' };
  const negated = negatable ?? known[set.inside];
  if (!negated) throw refused('this class inside brackets');
  return negated;
}

function posixClass(isNegated: boolean, name: string): string {
  const inside = POSIX[name];
  if (!inside || isNegated) throw refused(`the class ${name}`);
  return inside;
}
