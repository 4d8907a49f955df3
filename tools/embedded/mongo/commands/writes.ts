import { decode, type Document } from '../bson/decode.ts';
import { encode } from '../bson/encode.ts';
import { isDocument, toNumber } from '../bson/values.ts';
import { invalidOptions, typeMismatch } from '../errors.ts';
import type { Found } from '../query/scan.ts';
import type { Collection } from '../storage/collection.ts';
import { assertDocumentSize, type Reply } from '../wire/messages.ts';
import { ok, targetOf, type CommandContext } from './context.ts';
import { readInsertion } from './documents.ts';
import { rereadFound, changeAll, locate, type Located, type Location } from './located.ts';
import {
  replying,
  runStatements,
  whenFree,
  writeOne,
  type OneWrite,
  type Statement,
  type StatementOutcome,
} from './statements.ts';
import { updateMany, updateOne, type UpdateResult } from './updates.ts';
import { readDelete, readUpdate, type DeleteStatement, type UpdateStatement } from './write-statements.ts';

/** Returns the encoded documents of an argument, from a sequence or from the command itself. */
function argumentDocuments({ command, sequences }: CommandContext, name: string): Uint8Array[] {
  const sequence = sequences.get(name);
  if (sequence) return sequence;
  const list = command[name];
  if (!Array.isArray(list) || !list.every(isDocument)) {
    throw typeMismatch(`BSON field '${name}' is missing or is not an array of objects`);
  }
  return list.map((one) => encode(one));
}

const argumentList = (context: CommandContext, name: string): Document[] =>
  argumentDocuments(context, name).map((bytes) => decode(bytes, 200));

const sum = ({ results }: StatementOutcome, field: string) =>
  [...results.values()].reduce((total, result) => total + toNumber(result[field] ?? 0), 0);

const withErrors = ({ writeErrors }: StatementOutcome) => (writeErrors.length > 0 ? { writeErrors } : {});

export async function insert(context: CommandContext): Promise<Reply> {
  const documents = argumentDocuments(context, 'documents');
  for (const { length } of documents) assertDocumentSize(length);
  const outcome = await runStatements(context, documents.length, (position) => ({
    one: { locate: () => undefined, apply: () => insertOne(context, documents[position]!) },
  }));
  return ok({ n: outcome.results.size, ...withErrors(outcome) });
}

function insertOne(context: CommandContext, bytes: Uint8Array): Document {
  const { engine, transaction } = context;
  engine.insert(targetOf(context), readInsertion(bytes), transaction);
  return { n: 1 };
}

export async function update(context: CommandContext): Promise<Reply> {
  const statements = argumentList(context, 'updates').map(readUpdate);
  rejectRetryOfMany(
    context,
    statements.some(({ multi }) => multi),
  );
  const outcome = await runStatements(context, statements.length, (position) =>
    updateStatement(context, statements[position]!),
  );
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

/** Rejects retryable multi-document writes, because a retry could not know what was already applied. */
function rejectRetryOfMany({ isRetryable }: CommandContext, many: boolean): void {
  if (isRetryable && many) throw invalidOptions('Cannot use retryable writes with multi=true or limit=0');
}

function updateStatement(context: CommandContext, statement: UpdateStatement): Statement<Location> {
  if (statement.multi) return { many: async () => updateReply(await updateAll(context, statement)) };
  return { one: replying(updateOne(context, statement), updateReply) };
}

/** Updates all matching documents. An upsert without a match inserts one document. */
async function updateAll(context: CommandContext, statement: UpdateStatement): Promise<UpdateResult> {
  const result = await updateMany(context, statement);
  if (result.n > 0 || !statement.upsert) return result;
  return whenFree(context, () => writeOne(updateOne(context, statement)));
}

const updateReply = ({ n, nModified, upserted }: UpdateResult): Document =>
  upserted === undefined ? { n, nModified } : { n, nModified, upserted };

export async function remove(context: CommandContext): Promise<Reply> {
  const statements = argumentList(context, 'deletes').map(readDelete);
  rejectRetryOfMany(
    context,
    statements.some(({ one }) => !one),
  );
  const outcome = await runStatements(context, statements.length, (position) =>
    deleteStatement(context, statements[position]!),
  );
  return ok({ n: sum(outcome, 'n'), ...withErrors(outcome) });
}

function deleteStatement(
  context: CommandContext,
  { filter, hint, one }: DeleteStatement,
): Statement<Location> {
  if (one)
    return {
      one: replying(removeOne(context, { filter, hint }), (removed) => ({ n: removed ? 1 : 0 })),
    };
  const removeEach = (target: Collection, found: Found) => removeFound(context, target, found);
  return { many: async () => ({ n: await changeAll(context, { filter, hint }, removeEach) }) };
}

/** Deletes a document. Its result is the deleted one. */
export const removeOne = (
  context: CommandContext,
  request: Located,
): OneWrite<Location, Found | undefined> => ({
  locate: () => locate(context, request),
  apply(place) {
    const found = rereadFound(place, request.filter);
    if (found) removeFound(context, place.target, found);
    return found;
  },
});

function removeFound({ engine, transaction }: CommandContext, target: Collection, { id }: Found): void {
  engine.write(target, { id, document: null, bytes: null }, transaction);
}
