import type { Document } from '../bson/decode.ts';
import { encode } from '../bson/encode.ts';
import { isDocument } from '../bson/values.ts';
import { illegalOperation, invalidOptions, MongoError, namespaceNotFound, typeMismatch } from '../errors.ts';
import { readIndexDefinition, refuseCollation } from '../index/definition.ts';
import { compileFilter } from '../query/matcher.ts';
import type { Collection } from '../storage/collection.ts';
import type { Reply } from '../wire/messages.ts';
import { cursorReply, namespaceOf, ok, optionalDocument, targetOf, type CommandContext } from './context.ts';

const UNSUPPORTED_COLLECTIONS = [
  'capped',
  'timeseries',
  'viewOn',
  'pipeline',
  'validator',
  'clusteredIndex',
  'expireAfterSeconds',
  'changeStreamPreAndPostImages',
  'encryptedFields',
];

export function create(context: CommandContext): Reply {
  const { command, engine } = context;
  for (const option of UNSUPPORTED_COLLECTIONS) {
    if (command[option]) throw invalidOptions(`the collection option ${option} is not supported`);
  }
  refuseCollation(command.collation);
  const target = targetOf(context);
  if (!engine.create(target)) {
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

export function renameCollection({ engine, command }: CommandContext): Reply {
  const { renameCollection: from, to, dropTarget } = command;
  if (typeof from !== 'string' || typeof to !== 'string')
    throw typeMismatch('renameCollection needs two names');
  const source = engine.collection(from);
  if (!source.exists) throw namespaceNotFound(`Source collection ${from} does not exist`);
  if (from === to) throw illegalOperation("Can't rename a collection to itself");
  const replaced = engine.collection(to);
  if (replaced.exists && dropTarget !== true)
    throw new MongoError(48, 'NamespaceExists', 'target namespace exists');
  engine.rename(source, to, replaced);
  return ok();
}

const collectionsOf = ({ engine, database }: Pick<CommandContext, 'engine' | 'database'>): Collection[] =>
  [...engine.collections.values()].filter(
    ({ namespace, exists }) => exists && namespace.startsWith(`${database}.`),
  );

export function listCollections(context: CommandContext): Reply {
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

function listReply(cursors: CommandContext['cursors'], namespace: string, rows: Document[]): Reply {
  return cursorReply(cursors.open({ namespace, documents: rows.map(encode), position: 0 }, Infinity, false));
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

export function collectionStatistics(context: CommandContext): Reply {
  const target = targetOf(context);
  return ok({
    ns: namespaceOf(context),
    ...sizesOf([target]),
    nindexes: target.indexes.length,
    capped: false,
  });
}

export function databaseStatistics(context: CommandContext): Reply {
  const targets = collectionsOf(context);
  const indexes = targets.reduce((sum, { indexes: own }) => sum + own.length, 0);
  const { count: objects, ...sizes } = sizesOf(targets);
  return ok({ db: context.database, collections: targets.length, objects, ...sizes, indexes });
}

function sizesOf(targets: Collection[]): { count: number; size: number; avgObjSize: number } {
  let size = 0;
  let count = 0;
  for (const target of targets) {
    count += target.size;
    for (const { bytes } of target.records.values()) size += bytes?.length ?? 0;
  }
  return { count, size, avgObjSize: count === 0 ? 0 : Math.round(size / count) };
}

/** Only what an index can change while it is used. */
export function collMod(context: CommandContext): Reply {
  const { command, engine } = context;
  const target = targetOf(context);
  if (!target.exists) throw namespaceNotFound(`ns does not exist: ${target.namespace}`);
  const change = command.index;
  if (!isDocument(change)) throw invalidOptions('collMod can only change an index here');
  const index = target.indexes.find(({ definition }) => definition.name === change.name);
  if (!index) throw new MongoError(27, 'IndexNotFound', `cannot find index ${String(change.name)}`);
  const { name: _, keyPattern: __, ...options } = change;
  engine.changeIndex(target, index, readIndexDefinition({ ...index.definition.spec, ...options }));
  return ok();
}
