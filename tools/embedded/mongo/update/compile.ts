import type { Document } from '../bson/decode.ts';
import { encodeKey } from '../bson/keys.ts';
import { isDocument } from '../bson/values.ts';
import { badValue, failedToParse, MongoError } from '../errors.ts';
import { valueAt } from '../query/paths.ts';
import { compileFieldUpdate, KEEP, REMOVE, type FieldUpdate } from './operators.ts';
import { assertViable, removeAt, setAt } from './target.ts';

type UpdateContext = { isInsert: boolean };

/** Returns the new document. It may modify its argument, which must be the caller's own copy. */
export type Update = ((document: Document, context: UpdateContext) => Document) & {
  isReplacement?: boolean | undefined;
  /** Whether an update without effect still counts and is written, as on a real server. */
  alwaysModifies?: boolean;
};

/** Compiles an update: operators or a replacement document. */
export function compileUpdate(update: unknown): Update {
  if (Array.isArray(update)) throw badValue('an update pipeline is not supported');
  if (!isDocument(update)) throw failedToParse('Update argument must be either an object or an array');
  const names = Object.keys(update);
  if (!names.some((name) => name.startsWith('$'))) return compileReplacement(update);
  return compileOperators(update);
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

function compileOperators(update: Document): Update {
  const steps = readSteps(update).sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return (document, context) => {
    for (const step of steps)
      if (step.operator !== '$setOnInsert' || context.isInsert) applyStep(document, step);
    return document;
  };
}

function applyStep(document: Document, { apply, operator, parts: path }: Step): void {
  const old = valueAt(document, path);
  if (old === undefined && operator !== '$unset') assertViable(document, path);
  const value = apply(old);
  if (value === KEEP) return;
  if (value === REMOVE) removeAt(document, path);
  else setAt(document, path, value);
}

function readSteps(update: Document): Step[] {
  const steps: Step[] = [];
  for (const [operator, operands] of Object.entries(update)) {
    if (!operator.startsWith('$')) throw unknownModifier(operator);
    if (!isDocument(operands))
      throw failedToParse(`Modifiers operate on fields but found another type for ${operator}`);
    for (const [path, operand] of Object.entries(operands)) steps.push(readStep(operator, path, operand));
    if (Object.keys(operands).length === 0) assertSupported(operator);
  }
  assertNoConflicts(steps);
  return steps;
}

function assertSupported(operator: string): void {
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
const UNSUPPORTED = new Set(['$addToSet', '$bit', '$currentDate', '$mul', '$pop', '$pullAll', '$rename']);

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
  const positional = parts.find((part) => part === '$' || part.startsWith('$['));
  if (positional) throw badValue(`the positional operator ${positional} is not supported in an update`);
  const dollar = parts.find((part) => part.startsWith('$'));
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
