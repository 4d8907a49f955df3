import type { Document } from '../bson/decode.ts';
import { encode } from '../bson/encode.ts';
import { isDocument, isNumeric } from '../bson/values.ts';
import {
  badValue,
  illegalOperation,
  indexNotFound,
  invalidOptions,
  location,
  MongoError,
  namespaceNotFound,
  typeMismatch,
} from '../errors.ts';
import { readIndexDefinition, refuseCollation, sameKeyPattern } from '../index/definition.ts';
import type { LiveIndex } from '../index/live-index.ts';
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

const CHANGEABLE = new Set(['name', 'keyPattern', 'expireAfterSeconds', 'hidden']);

/** Changes the expiry or the visibility of an index in place. */
export function collMod(context: CommandContext): Reply {
  const { command, engine } = context;
  const target = targetOf(context);
  if (!target.exists) throw namespaceNotFound(`ns does not exist: ${target.namespace}`);
  const change = command.index;
  if (!isDocument(change)) throw invalidOptions('this server supports collMod only for an index');
  refuseIndexChanges(change);
  const { expireAfterSeconds, hidden } = change;
  const index = indexToChange(target, change);
  const { definition } = index;
  if (hidden === true && index === target.indexes[0]) throw badValue("can't hide _id index");
  const changed = readIndexDefinition({
    ...definition.spec,
    ...(expireAfterSeconds !== undefined && { expireAfterSeconds }),
    ...(hidden !== undefined && { hidden }),
  });
  engine.changeIndex(target, index, changed);
  return ok({
    ...(expireAfterSeconds !== undefined && {
      expireAfterSeconds_old: definition.expireAfterSeconds,
      expireAfterSeconds_new: changed.expireAfterSeconds,
    }),
    ...(hidden !== undefined && { hidden_old: definition.hidden, hidden_new: changed.hidden }),
  });
}

/** Rejects changes that would need a rebuild of the index. */
function refuseIndexChanges(change: Document): void {
  for (const option of Object.keys(change)) {
    if (CHANGEABLE.has(option)) continue;
    if (option === 'unique' || option === 'prepareUnique') {
      throw invalidOptions(
        `this server cannot change ${option} by collMod: drop the index and create it again`,
      );
    }
    throw location(40415, `BSON field 'collMod.index.${option}' is an unknown field.`);
  }
  const { expireAfterSeconds, hidden } = change;
  if (expireAfterSeconds === undefined && hidden === undefined) {
    throw invalidOptions('no expireAfterSeconds, hidden, unique, or prepareUnique field');
  }
  if (expireAfterSeconds !== undefined && !isNumeric(expireAfterSeconds)) {
    throw typeMismatch("BSON field 'collMod.index.expireAfterSeconds' is the wrong type");
  }
  if (hidden !== undefined && typeof hidden !== 'boolean') {
    throw typeMismatch("BSON field 'collMod.index.hidden' is the wrong type 'hidden', expected type 'bool'");
  }
}

function indexToChange(target: Collection, { name, keyPattern }: Document): LiveIndex {
  if ((name === undefined) === (keyPattern === undefined)) {
    throw invalidOptions('must specify either index name or key pattern, and not both');
  }
  const found = target.indexes.find(({ definition }) =>
    isDocument(keyPattern) ? sameKeyPattern(definition.key, keyPattern) : definition.name === name,
  );
  if (!found)
    throw indexNotFound(
      `cannot find index ${String(name ?? JSON.stringify(keyPattern))} for ns ${target.namespace}`,
    );
  return found;
}
