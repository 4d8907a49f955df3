import { decode, type Document } from '../bson/decode.ts';
import { encode } from '../bson/encode.ts';
import { isDocument } from '../bson/values.ts';
import { failedToParse, typeMismatch } from '../errors.ts';
import { compileProjection, type Projector } from '../query/projection.ts';
import type { Reply } from '../wire/messages.ts';
import { ok, type CommandContext } from './context.ts';
import type { Location } from './located.ts';
import { replying, runStatement, type OneWrite } from './statements.ts';
import { updateOne, type UpdateResult } from './updates.ts';
import { removeOne } from './writes.ts';

export async function findAndModify(context: CommandContext): Promise<Reply> {
  const { command } = context;
  const { remove, update, upsert, new: wantsNew } = command;
  if (remove === true && (update !== undefined || upsert === true || wantsNew === true)) {
    throw failedToParse("Cannot specify 'remove' together with an update, 'upsert' or 'new'");
  }
  if (remove !== true && update === undefined) {
    throw failedToParse('Either an update or remove=true must be specified');
  }
  const project = compileProjection(command.fields);
  let isFirst = false;
  const one = replying(remove === true ? removal(context) : change(context), (reply) => {
    isFirst = true;
    return reply;
  });
  const result = await runStatement(context, 0, { one });
  // As on a real server, a retry returns the whole document.
  return ok(isFirst && project ? { ...result, value: projected(result.value, project) } : result);
}

const projected = (value: unknown, project: Projector): Document | null =>
  isDocument(value) ? decode(project(encode(value))) : null;

const documentOf = (bytes: Uint8Array | undefined): Document | null => (bytes ? decode(bytes) : null);

function filterOf({ command: { query = {} } }: CommandContext): Document {
  if (isDocument(query)) return query;
  throw typeMismatch("BSON field 'findAndModify.query' is the wrong type, expected type 'object'");
}

function removal(context: CommandContext): OneWrite<Location> {
  const { sort, hint } = context.command;
  return replying(removeOne(context, { filter: filterOf(context), sort, hint }), (removed) => ({
    lastErrorObject: { n: removed ? 1 : 0 },
    value: documentOf(removed?.bytes),
  }));
}

function change(context: CommandContext): OneWrite<Location> {
  const { update, upsert, sort, hint, new: wantsNew } = context.command;
  const statement = {
    filter: filterOf(context),
    change: update,
    sort,
    hint,
    multi: false,
    upsert: upsert === true,
  };
  return replying(updateOne(context, statement), (result) => ({
    lastErrorObject: lastError(result),
    value: documentOf(wantsNew === true ? result.after : result.before),
  }));
}

const lastError = ({ n, upserted }: UpdateResult): Document => ({
  n,
  updatedExisting: n > 0 && upserted === undefined,
  ...(upserted !== undefined && { upserted }),
});
