import type { Document } from '../bson/decode.ts';
import { encodeKey } from '../bson/keys.ts';
import { isDocument } from '../bson/values.ts';
import { badValue, failedToParse, MongoError } from '../errors.ts';
import { valueAt } from '../query/paths.ts';
import { compileFieldUpdate, KEEP, REMOVE, type FieldUpdate } from './operators.ts';
import {
  concretePaths,
  identifiersIn,
  isPositional,
  readArrayFilters,
  type ArrayFilters,
} from './positional.ts';
import { assertViable, removeAt, setAt } from './target.ts';

export type UpdateContext = { isInsert: boolean };

/** Gives the new document; the one passed in may be changed and must be the caller's own. */
export type Update = ((document: Document, context: UpdateContext) => Document) & {
  isReplacement?: boolean | undefined;
  /** Writes and counts a change even when the document stays as it is, as a real server does. */
  alwaysModifies?: boolean;
};

/** Compiles an update: operators or a replacement document. */
export function compileUpdate(update: unknown, arrayFilters?: unknown): Update {
  if (Array.isArray(update)) throw badValue('an update pipeline is not supported');
  if (!isDocument(update)) throw failedToParse('Update argument must be either an object or an array');
  const names = Object.keys(update);
  if (!names.some((name) => name.startsWith('$'))) return compileReplacement(update);
  return compileOperators(update, readArrayFilters(arrayFilters));
}

function compileReplacement(replacement: Document): Update {
  const update: Update = (document) => {
    const id = document._id === undefined ? replacement._id : document._id;
    if (document._id !== undefined && replacement._id !== undefined)
      assertSameId(document._id, replacement._id);
    const { _id, ...rest } = replacement;
    return id === undefined ? rest : { _id: id, ...rest };
  };
  update.isReplacement = true;
  update.alwaysModifies = replacement._id === undefined;
  return update;
}

/** The field `_id` never changes. */
export function assertSameId(before: unknown, after: unknown): void {
  if (encodeKey(before) !== encodeKey(after)) throw immutableId();
}

const immutableId = () =>
  new MongoError(
    66,
    'ImmutableField',
    "Performing an update on the path '_id' would modify the immutable field '_id'",
  );

type Step = { operator: string; path: string; parts: string[]; apply: FieldUpdate };

function compileOperators(update: Document, filters: ArrayFilters): Update {
  const steps = readSteps(update, filters).sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return (document, context) => {
    const targets = steps
      .filter(({ operator }) => operator !== '$setOnInsert' || context.isInsert)
      .flatMap((step) =>
        step.parts.some(isPositional)
          ? concretePaths(document, step.parts, filters).map((path) => ({ step, path }))
          : [{ step, path: step.parts }],
      );
    for (const { step, path } of targets) applyStep(document, step, path);
    return document;
  };
}

function applyStep(document: Document, { apply, operator }: Step, path: string[]): void {
  const old = valueAt(document, path);
  if (old === undefined && operator !== '$unset') assertViable(document, path);
  const value = apply(old);
  if (value === KEEP) return;
  if (value === REMOVE) removeAt(document, path);
  else setAt(document, path, value);
}

function readSteps(update: Document, filters: ArrayFilters): Step[] {
  const steps: Step[] = [];
  for (const [operator, operands] of Object.entries(update)) {
    if (!operator.startsWith('$')) throw unknownModifier(operator);
    if (!isDocument(operands))
      throw failedToParse(`Modifiers operate on fields but found another type for ${operator}`);
    for (const [path, operand] of Object.entries(operands)) steps.push(readStep(operator, path, operand));
    if (Object.keys(operands).length === 0) assertKnown(operator);
  }
  assertNoConflicts(steps);
  assertFiltersFit(steps, filters);
  return steps;
}

function assertKnown(operator: string): void {
  const probe = compileFieldUpdateSafely(operator);
  if (probe === undefined) throw unknownModifier(operator);
}

function compileFieldUpdateSafely(operator: string): unknown {
  try {
    return compileFieldUpdate(operator, 'field', 1);
  } catch {
    return KEEP;
  }
}

function readStep(operator: string, path: string, operand: unknown): Step {
  const parts = readPath(path);
  if (path === '_id' && operator === '$unset') throw immutableId();
  const apply = compileFieldUpdate(operator, path, operand);
  if (!apply) throw unknownModifier(operator);
  return { operator, path, parts, apply };
}

/** Update operators of a real server that no service uses. */
const UNSUPPORTED = new Set(['$bit', '$currentDate', '$mul', '$pop', '$pullAll', '$rename']);

const unknownModifier = (name: string) =>
  UNSUPPORTED.has(name)
    ? badValue(`${name} is not supported`)
    : failedToParse(
        `Unknown modifier: ${name}. Expected a valid update modifier or pipeline-style update specified as an array`,
      );

function readPath(path: string): string[] {
  const parts = path.split('.');
  if (parts.some((part) => part === '')) {
    throw new MongoError(56, 'EmptyFieldName', `The update path '${path}' contains an empty field name`);
  }
  if (parts.includes('$')) throw badValue('the positional operator $ is not supported in an update');
  const dollar = parts.find((part) => part.startsWith('$') && !isPositional(part));
  if (dollar) throw dollarPrefixed(dollar, path);
  return parts;
}

export const dollarPrefixed = (name: string, path: string) =>
  new MongoError(
    52,
    'DollarPrefixedFieldName',
    `The dollar ($) prefixed field '${name}' in '${path}' is not valid for storage.`,
  );

function assertNoConflicts(steps: Step[]): void {
  const paths = steps.map(({ parts }) => parts.join('.'));
  paths.sort();
  for (const [position, path] of paths.entries()) {
    const next = paths.slice(position + 1).find((other) => other === path || other.startsWith(`${path}.`));
    if (next === undefined) continue;
    throw new MongoError(
      40,
      'ConflictingUpdateOperators',
      `Updating the path '${next}' would create a conflict at '${path}'`,
    );
  }
}

function assertFiltersFit(steps: Step[], filters: ArrayFilters): void {
  const used = new Set(steps.flatMap(({ parts }) => identifiersIn(parts)));
  for (const name of used) {
    if (!filters.has(name)) throw badValue(`No array filter found for identifier '${name}'`);
  }
  for (const name of filters.keys()) {
    if (!used.has(name)) throw failedToParse(`The array filter for identifier '${name}' was not used`);
  }
}
