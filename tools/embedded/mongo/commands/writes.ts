import type { Document } from '../bson/decode.ts';
import { decode } from '../bson/decode.ts';
import { encode } from '../bson/encode.ts';
import { isDocument, toNumber } from '../bson/values.ts';
import { failedToParse, typeMismatch } from '../errors.ts';
import { refuseCollation } from '../index/definition.ts';
import { search } from '../query/find.ts';
import { holdsRiskyRegex, withinTime } from '../query/regex.ts';
import type { Found } from '../query/scan.ts';
import type { Collection } from '../storage/collection.ts';
import { assertSameId, compileUpdate, type Update } from '../update/compile.ts';
import { seedFromFilter } from '../update/upsert.ts';
import { assertDocumentSize, type Reply } from '../wire/messages.ts';
import { ok, targetOf, type CommandContext } from './context.ts';
import { assertStorable, prepareInsertion, readInsertion } from './documents.ts';
import { runStatements, type StatementOutcome } from './statements.ts';

/** The encoded documents of an argument, sent as a sequence or inside the command. */
function argumentDocuments({ command, sequences }: CommandContext, name: string): Uint8Array[] {
  const sequence = sequences.get(name);
  if (sequence) return sequence;
  const list = command[name];
  if (!Array.isArray(list) || !list.every(isDocument)) {
    throw typeMismatch(`BSON field '${name}' is missing or is not an array of objects`);
  }
  return list.map(encode);
}

const argumentList = (context: CommandContext, name: string): Document[] =>
  argumentDocuments(context, name).map((bytes) => decode(bytes, 'typed', 200));

const sum = ({ results }: StatementOutcome, field: string) =>
  [...results.values()].reduce((total, result) => total + toNumber(result[field] ?? 0), 0);

const withErrors = ({ writeErrors }: StatementOutcome) => (writeErrors.length > 0 ? { writeErrors } : {});

export async function insert(context: CommandContext): Promise<Reply> {
  const documents = argumentDocuments(context, 'documents');
  for (const { length } of documents) assertDocumentSize(length);
  const target = targetOf(context);
  const outcome = await runStatements(context, documents.length, (position) => {
    context.engine.insert(target, readInsertion(documents[position]!), context.transaction);
    return { n: 1 };
  });
  return ok({ n: outcome.results.size, ...withErrors(outcome) });
}

export async function update(context: CommandContext): Promise<Reply> {
  const statements = argumentList(context, 'updates');
  const target = targetOf(context);
  const outcome = await runStatements(context, statements.length, (position) => {
    const { upserted, n, nModified } = applyUpdate(context, target, statements[position]!);
    return upserted === undefined ? { n, nModified } : { n, nModified, upserted };
  });
  const upserted = [...outcome.results].flatMap(([index, result]) =>
    'upserted' in result ? [{ index, _id: result.upserted }] : [],
  );
  return ok({
    n: sum(outcome, 'n'),
    nModified: sum(outcome, 'nModified'),
    ...(upserted.length > 0 && { upserted }),
    ...withErrors(outcome),
  });
}

export async function remove(context: CommandContext): Promise<Reply> {
  const statements = argumentList(context, 'deletes');
  const target = targetOf(context);
  const outcome = await runStatements(context, statements.length, (position) => {
    const { q, limit, hint, collation } = statements[position]!;
    refuseCollation(collation);
    const one = toNumber(limit ?? 0) === 1;
    if (!one && toNumber(limit ?? 0) !== 0)
      throw failedToParse(`The limit field in delete objects must be 0 or 1`);
    const found = find(context, target, { filter: q, hint, limit: one ? 1 : 0 });
    for (const document of found) removeFound(context, target, document);
    return { n: found.length };
  });
  return ok({ n: sum(outcome, 'n'), ...withErrors(outcome) });
}

type FindOptions = { filter: unknown; hint?: unknown; sort?: unknown; limit: number };

/** Finds what a statement is about; throws HeldByTransaction when any of it is held, before anything is written. */
export function find(context: CommandContext, target: Collection, options: FindOptions): Found[] {
  const { filter, hint, sort, limit } = options;
  if (!isDocument(filter)) throw typeMismatch("BSON field 'q' is the wrong type, expected type 'object'");
  const { found } = search(target, context.view, { filter, hint, sort, limit });
  if (!context.transaction) for (const { id } of found) context.engine.assertNotHeld(target, id);
  return found;
}

export function removeFound(
  { engine, transaction }: CommandContext,
  target: Collection,
  { id }: Found,
): void {
  engine.write(target, { id, document: null, bytes: null }, transaction);
}

export type UpdateResult = {
  n: number;
  nModified: number;
  upserted?: unknown;
  before?: Uint8Array;
  after?: Uint8Array;
};

/** Applies one update statement: `{ q, u, multi, upsert, arrayFilters, hint, sort }`. */
export function applyUpdate(context: CommandContext, target: Collection, statement: Document): UpdateResult {
  refuseCollation(statement.collation);
  const change = guarded(compileUpdate(statement.u, statement.arrayFilters, statement.c), statement);
  const multi = statement.multi === true;
  if (multi && change.isReplacement)
    throw failedToParse('multi update is not supported for replacement-style update');
  const { q: filter, hint, sort } = statement;
  const found = find(context, target, { filter, hint, sort, limit: multi ? 0 : 1 });
  if (found.length === 0) {
    return statement.upsert === true
      ? upsert(context, target, filter as Document, change)
      : { n: 0, nModified: 0 };
  }
  const result: UpdateResult = { n: found.length, nModified: 0 };
  for (const one of found) {
    const after = changeFound(context, target, one, filter as Document, change);
    if (after) result.nModified++;
    result.before = one.bytes;
    result.after = after ?? one.bytes;
  }
  return result;
}

/** Only the computation is cut off when it takes too long, never a write. */
function guarded(change: Update, { u, arrayFilters }: Document): Update {
  if (!holdsRiskyRegex(u) && !holdsRiskyRegex(arrayFilters)) return change;
  const inTime: Update = (document, context) => withinTime(() => change(document, context));
  return Object.assign(inTime, { isReplacement: change.isReplacement });
}

/** The new state, or undefined when the update leaves the document as it is. */
function changeFound(
  { engine, transaction }: CommandContext,
  target: Collection,
  { id, bytes }: Found,
  filter: Document,
  change: Update,
): Uint8Array | undefined {
  const before = decode(bytes);
  const document = withIdFirst(change(decode(bytes), { filter, isInsert: false }), before._id);
  const after = encode(document);
  if (after.equals(bytes)) return undefined;
  assertStorable(document, after);
  const kept = Buffer.from(after);
  engine.write(target, { id, document, bytes: kept, before: transaction ? null : before }, transaction);
  return kept;
}

function withIdFirst(document: Document, id: unknown): Document {
  if (document._id === undefined) return { _id: id, ...document };
  assertSameId(id, document._id);
  if (Object.keys(document)[0] === '_id') return document;
  const { _id, ...rest } = document;
  return { _id, ...rest };
}

function upsert(
  { engine, transaction }: CommandContext,
  target: Collection,
  filter: Document,
  change: Update,
): UpdateResult {
  const seed = seedFromFilter(filter, change.isReplacement === true);
  const demandedId = seed._id;
  const document = change(seed, { filter, isInsert: true });
  if (demandedId !== undefined) assertSameId(demandedId, document._id);
  const insertion = prepareInsertion(document);
  engine.insert(target, insertion, transaction);
  return { n: 1, nModified: 0, upserted: insertion.document._id, after: insertion.bytes };
}
