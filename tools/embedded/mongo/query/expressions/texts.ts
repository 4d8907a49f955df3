import { ObjectId } from 'bson';
import { isNumeric } from '../../bson/values.ts';
import { badValue, location } from '../../errors.ts';
import { kindOf, toBigInt } from '../../update/numbers.ts';
import { compileRegex, isRegex, toRegExp } from '../regex.ts';
import { typeName } from '../types.ts';
import { isNullish, namedArguments, withArguments, type Operator } from './expression.ts';

function concat(...values: unknown[]): unknown {
  if (values.some(isNullish)) return null;
  if (!values.every((value) => typeof value === 'string')) {
    throw location(16702, '$concat only supports strings');
  }
  return values.join('');
}

const ofText = (name: string, code: number, evaluate: (text: string) => unknown): Operator =>
  withArguments(name, 1, 1, (value) => {
    if (typeof value !== 'string') throw location(code, `${name} requires a string argument`);
    return evaluate(value);
  });

/** Only the letters of ASCII have another case. */
const changingCase = (name: string, change: (text: string) => string, letters: RegExp): Operator =>
  withArguments(name, 1, 1, (value) => {
    if (isNullish(value)) return '';
    if (typeof value !== 'string') throw badValue(`${name} is only supported for strings`);
    return value.replace(letters, change);
  });

function split(text: unknown, separator: unknown): unknown {
  if (isNullish(text) || isNullish(separator)) return null;
  if (typeof text !== 'string')
    throw location(40085, '$split requires an expression that evaluates to a string');
  if (typeof separator !== 'string') throw location(40086, '$split requires a string as a separator');
  if (separator === '') throw location(40087, '$split requires a non-empty separator');
  return text.split(separator);
}

function toText(value: unknown): unknown {
  if (isNullish(value)) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (value instanceof ObjectId) return value.toHexString();
  if (value instanceof Date) return value.toISOString();
  if (isNumeric(value) && kindOf(value).startsWith('int')) return String(toBigInt(value));
  throw badValue(`$toString of ${typeName(value)} is not supported`);
}

const regexMatch: Operator = (operand, compile) => {
  const { input, regex, options } = namedArguments('$regexMatch', operand, ['input', 'regex'], ['options']);
  const [text, pattern, flags] = [compile(input), compile(regex), compile(options ?? null)];
  return (frame) => {
    const tested = text(frame);
    const found = readPattern(pattern(frame), flags(frame));
    if (isNullish(tested) || !found) return false;
    if (typeof tested !== 'string') throw location(51104, "$regexMatch needs 'input' to be of type string");
    return found.test(tested);
  };
};

function readPattern(pattern: unknown, options: unknown): RegExp | undefined {
  if (isNullish(pattern)) return undefined;
  if (!isNullish(options) && typeof options !== 'string') {
    throw location(51106, "$regexMatch needs 'options' to be of type string");
  }
  if (typeof pattern === 'string') return compileRegex(pattern, options ?? '');
  if (!isRegex(pattern)) throw location(51105, "$regexMatch needs 'regex' to be of type string or regex");
  if (!isNullish(options)) throw badValue('$regexMatch with options beside a regex is not supported');
  return toRegExp(pattern);
}

export const texts: Record<string, Operator> = {
  $concat: withArguments('$concat', 0, Infinity, concat),
  $toLower: changingCase('$toLower', (letter) => letter.toLowerCase(), /[A-Z]+/g),
  $toUpper: changingCase('$toUpper', (letter) => letter.toUpperCase(), /[a-z]+/g),
  $strLenCP: ofText('$strLenCP', 34471, (text) => [...text].length),
  $strLenBytes: ofText('$strLenBytes', 34473, (text) => Buffer.byteLength(text)),
  $split: withArguments('$split', 2, 2, split),
  $toString: withArguments('$toString', 1, 1, toText),
  $regexMatch: regexMatch,
  $type: withArguments('$type', 1, 1, (value) => (value === undefined ? 'missing' : typeName(value))),
  $isNumber: withArguments('$isNumber', 1, 1, isNumeric),
};
