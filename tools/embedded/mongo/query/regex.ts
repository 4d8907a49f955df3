import { BSONRegExp } from 'bson';
import { asError, badValue, location } from '../errors.ts';
import { translatePattern } from './pcre.ts';

const MAX_PATTERN = 32_764;

/** Compiles a regular expression of a query. */
function compileRegex(pattern: string, options: string): RegExp {
  if (pattern.length > MAX_PATTERN) throw location(51091, 'Regular expression is too long');
  if (options !== '') throw badValue(`the regex option ${options} is not supported`);
  try {
    return new RegExp(translatePattern(pattern), 'u');
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw location(51091, `Regular expression is invalid: ${asError(error).message}`);
  }
}

export const isRegex = (value: unknown): value is RegExp | BSONRegExp =>
  value instanceof RegExp || value instanceof BSONRegExp;

export const toRegExp = (value: RegExp | BSONRegExp): RegExp =>
  value instanceof RegExp ? value : compileRegex(value.pattern, value.options);
