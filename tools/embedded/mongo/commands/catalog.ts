import type { Document } from '../bson/decode.ts';
import { encode } from '../bson/encode.ts';
import { isDocument, isNumeric } from '../bson/values.ts';
import { indexNotFound, invalidOptions, MongoError, namespaceNotFound, typeMismatch } from '../errors.ts';
import { readIndexDefinition } from '../index/definition.ts';
import { compileFilter } from '../query/matcher.ts';
import type { Collection } from '../storage/collection.ts';
import type { Reply } from '../wire/messages.ts';
import { cursorReply, ok, optionalDocument, targetOf, type CommandContext } from './context.ts';

export function create(context: CommandContext): Reply {
  const target = targetOf(context);
  if (!context.engine.create(target)) {
    throw new MongoError(48, 'NamespaceExists', `Collection ${target.namespace} already exists.`);
  }
  return ok();
}

export function drop(context: CommandContext): Reply {
  const target = targetOf(context);
  if (!target.exists) throw namespaceNotFound('ns not found');
  const nIndexesWas = target.indexes.length;
  context.engine.drop(target);
  return ok({ nIndexesWas, ns: target.namespace });
}

export function dropDatabase({ engine, database }: CommandContext): Reply {
  const targets = collectionsOf({ engine, database });
  for (const target of targets) engine.drop(target);
  return ok({ dropped: database });
}

const collectionsOf = ({ engine, database }: Pick<CommandContext, 'engine' | 'database'>): Collection[] =>
  [...engine.collections.values()].filter(
    ({ namespace, exists }) => exists && namespace.startsWith(`${database}.`),
  );

export function listCollections(context: CommandContext): Promise<Reply> {
  const { database, command, cursors } = context;
  const matches = compileFilter(optionalDocument(command.filter, 'filter'));
  const rows = collectionsOf(context)
    .map(({ namespace }) => ({
      name: namespace.slice(database.length + 1),
      type: 'collection',
      options: {},
      info: { readOnly: false },
      idIndex: { v: 2, key: { _id: 1 }, name: '_id_' },
    }))
    .filter((row) => matches(row));
  return listReply(cursors, `${database}.$cmd.listCollections`, rows);
}

async function listReply(
  cursors: CommandContext['cursors'],
  namespace: string,
  rows: Document[],
): Promise<Reply> {
  const documents = rows.map((row) => encode(row)).values();
  return cursorReply(await cursors.open({ namespace, documents }, Infinity, false));
}

export function listDatabases({ engine, command }: CommandContext): Reply {
  const sizes = new Map<string, number>();
  for (const { namespace, exists, records } of engine.collections.values()) {
    const name = namespace.split('.')[0]!;
    if (exists) sizes.set(name, (sizes.get(name) ?? 4096) + records.size);
  }
  const matches = compileFilter(optionalDocument(command.filter, 'filter'));
  const databases = [...sizes]
    .map(([name, sizeOnDisk]) => ({ name, sizeOnDisk, empty: false }))
    .filter((row) => matches(row));
  if (command.nameOnly === true) return ok({ databases: databases.map(({ name }) => ({ name })) });
  return ok({ databases, totalSize: databases.reduce((sum, { sizeOnDisk }) => sum + sizeOnDisk, 0) });
}

/** Changes when the documents of an index expire. Any other change would require a rebuild of the index. */
export function collMod(context: CommandContext): Reply {
  const { command, engine } = context;
  const target = targetOf(context);
  if (!target.exists) throw namespaceNotFound(`ns does not exist: ${target.namespace}`);
  if (!isDocument(command.index)) throw invalidOptions('collMod can only change an index here');
  const { name, expireAfterSeconds, ...others } = command.index;
  const [unsupported] = Object.keys(others);
  if (unsupported !== undefined)
    throw invalidOptions(`collMod.index.${unsupported} is not supported: drop the index and create it again`);
  if (!isNumeric(expireAfterSeconds))
    throw typeMismatch("BSON field 'collMod.index.expireAfterSeconds' is the wrong type");
  const index = target.indexes.find(({ definition }) => definition.name === name);
  if (!index) throw indexNotFound(`cannot find index ${String(name)} for ns ${target.namespace}`);
  const { definition } = index;
  const changed = readIndexDefinition({ ...definition.spec, expireAfterSeconds });
  engine.changeIndex(target, index, changed);
  return ok({
    expireAfterSeconds_old: definition.expireAfterSeconds,
    expireAfterSeconds_new: changed.expireAfterSeconds,
  });
}
