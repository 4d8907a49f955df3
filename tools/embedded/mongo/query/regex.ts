import { createContext, Script, type Context } from 'node:vm';
import { BSONRegExp } from 'bson';
import { asError, badValue, location, MongoError } from '../errors.ts';
import { translatePattern } from './pcre.ts';

const MAX_PATTERN = 32_764;
const GUARD_MS = 500;

/** Compiles a pattern of a query; refuses what a JavaScript engine cannot read. */
export function compileRegex(pattern: string, options = ''): RegExp {
  if (pattern.length > MAX_PATTERN) throw location(51091, 'Regular expression is too long');
  if (/[^imsux]/.test(options)) throw location(51108, `invalid flag in regex options: ${options}`);
  if (options.includes('x')) throw badValue('the regex option x is not supported');
  const translated = translatePattern(pattern, options);
  try {
    return new RegExp(translated, options.includes('i') ? 'iu' : 'u');
  } catch (error) {
    throw location(51091, `Regular expression is invalid: ${asError(error).message}`);
  }
}

export const isRegex = (value: unknown): value is RegExp | BSONRegExp =>
  value instanceof RegExp || value instanceof BSONRegExp;

export function toRegExp(value: RegExp | BSONRegExp): RegExp {
  return value instanceof RegExp ? value : compileRegex(value.pattern, value.options);
}

const QUANTIFIER = /(?<!\\)(?:[*+?]|\{\d+(?:,\d*)?\})/g;

/** Whether matching could take more than linear time: several repetitions, a repeated group, a back reference. */
function isRisky(pattern: string): boolean {
  const repetitions = pattern.match(QUANTIFIER)?.length ?? 0;
  return repetitions > 1 || /\)[*+{]/.test(pattern) || /\\[1-9k]/.test(pattern);
}

/** Whether a filter, update or pipeline holds a risky pattern. */
export function holdsRiskyRegex(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof BSONRegExp) return isRisky(value.pattern);
  if (value instanceof RegExp) return isRisky(value.source);
  return Object.entries(value).some(([name, child]) =>
    name === '$regex' && typeof child === 'string' ? isRisky(child) : holdsRiskyRegex(child),
  );
}

let guard: { context: Context; script: Script } | undefined;

/** Runs a reading computation that a hostile pattern could hold up; gives up after half a second. */
export function withinTime<T>(compute: () => T): T {
  guard ??= { context: createContext({}), script: new Script('compute()') };
  guard.context.compute = compute;
  try {
    return guard.script.runInContext(guard.context, { timeout: GUARD_MS }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new MongoError(51156, 'Location51156', 'Regular expression took too long: match limit exceeded');
  } finally {
    guard.context.compute = undefined;
  }
}
