import { decode, type Document } from '../bson/decode.ts';
import { failedToParse } from '../errors.ts';
import { refuseCollation } from '../index/definition.ts';
import { compileProjection } from '../query/projection.ts';
import type { Reply } from '../wire/messages.ts';
import { ok, targetOf, type CommandContext } from './context.ts';
import { runStatement } from './statements.ts';
import { applyUpdate, find, removeFound } from './writes.ts';

export async function findAndModify(context: CommandContext): Promise<Reply> {
  const { command } = context;
  refuseCollation(command.collation);
  if (
    command.remove === true &&
    (command.update !== undefined || command.upsert === true || command.new === true)
  ) {
    throw failedToParse("Cannot specify 'remove' together with an update, 'upsert' or 'new'");
  }
  if (command.remove !== true && command.update === undefined) {
    throw failedToParse('Either an update or remove=true must be specified');
  }
  const apply = command.remove === true ? removeOne : updateOne;
  return ok(await runStatement(context, 0, () => apply(context)));
}

function removeOne(context: CommandContext): Document {
  const { query = {}, sort, hint } = context.command;
  const target = targetOf(context);
  const [found] = find(context, target, { filter: query, sort, hint, limit: 1 });
  if (!found) return { lastErrorObject: { n: 0 }, value: null };
  removeFound(context, target, found);
  return { lastErrorObject: { n: 1 }, value: shown(context, found.bytes) };
}

function updateOne(context: CommandContext): Document {
  const { query = {}, update, upsert, sort, hint, arrayFilters, new: wantsNew } = context.command;
  const statement = { q: query, u: update, upsert, sort, hint, arrayFilters, c: context.command.let };
  const result = applyUpdate(context, targetOf(context), statement);
  const updatedExisting = result.n > 0 && result.upserted === undefined;
  const lastErrorObject = {
    n: result.n,
    updatedExisting,
    ...(result.upserted !== undefined && { upserted: result.upserted }),
  };
  return { lastErrorObject, value: shown(context, wantsNew === true ? result.after : result.before) };
}

function shown({ command }: CommandContext, bytes: Uint8Array | undefined): Document | null {
  if (!bytes) return null;
  const project = compileProjection(command.fields);
  return decode(project ? project(bytes) : bytes);
}
