import { collMod, create, drop, dropDatabase, listCollections, listDatabases } from './catalog.ts';
import { ok, type CommandDefinition } from './context.ts';
import { explain } from './explain.ts';
import { findAndModify } from './find-and-modify.ts';
import { createIndexes, dropIndexes, listIndexes } from './indexes.ts';
import { aggregate, count, distinct, find, getMore, killCursors } from './reads.ts';
import { buildInfo, hello } from './server-info.ts';
import { abortTransaction, commitTransaction, endSessions, refreshSessions } from './session-commands.ts';
import { insert, remove, update } from './writes.ts';

/** Options of every command. */
export const GENERIC_FIELDS = new Set([
  '$db',
  '$clusterTime',
  '$readPreference',
  'lsid',
  'txnNumber',
  'autocommit',
  'startTransaction',
  'readConcern',
  'writeConcern',
  'maxTimeMS',
  'comment',
  'apiVersion',
  'apiStrict',
  'apiDeprecationErrors',
  'stmtId',
  'stmtIds',
]);

const HELLO = [
  'helloOk',
  'client',
  'compression',
  'topologyVersion',
  'maxAwaitTimeMS',
  'loadBalanced',
  'speculativeAuthenticate',
  'saslSupportedMechs',
  'backpressure',
];
const FIND = [
  'filter',
  'sort',
  'projection',
  'hint',
  'skip',
  'limit',
  'batchSize',
  'singleBatch',
  'min',
  'max',
  'returnKey',
  'showRecordId',
  'tailable',
  'awaitData',
  'oplogReplay',
  'noCursorTimeout',
  'allowPartialResults',
  'allowDiskUse',
  'collation',
  'let',
];
const AGGREGATE = [
  'pipeline',
  'cursor',
  'allowDiskUse',
  'bypassDocumentValidation',
  'collation',
  'hint',
  'let',
];
const FIND_AND_MODIFY = [
  'query',
  'sort',
  'remove',
  'update',
  'new',
  'fields',
  'upsert',
  'bypassDocumentValidation',
  'collation',
  'arrayFilters',
  'hint',
  'let',
];
const WRITE = ['ordered', 'bypassDocumentValidation', 'let'];
const CREATE = [
  'capped',
  'timeseries',
  'expireAfterSeconds',
  'clusteredIndex',
  'autoIndexId',
  'size',
  'max',
  'storageEngine',
  'validator',
  'validationLevel',
  'validationAction',
  'indexOptionDefaults',
  'viewOn',
  'pipeline',
  'collation',
  'changeStreamPreAndPostImages',
  'encryptedFields',
];

const read = { inTransactions: true };
const write = { writes: true, inTransactions: true, retryable: true };

const helloCommand: CommandDefinition = { run: hello, fields: HELLO };
const findAndModifyCommand: CommandDefinition = { run: findAndModify, fields: FIND_AND_MODIFY, ...write };
const buildInfoCommand: CommandDefinition = { run: buildInfo, fields: [] };

/** All supported commands by name. */
export const COMMANDS: ReadonlyMap<string, CommandDefinition> = new Map<string, CommandDefinition>([
  ['hello', helloCommand],
  ['isMaster', helloCommand],
  ['ismaster', helloCommand],
  ['ping', { run: () => ok(), fields: [] }],
  ['buildInfo', buildInfoCommand],
  ['buildinfo', buildInfoCommand],

  ['find', { run: find, fields: FIND, ...read }],
  ['getMore', { run: getMore, fields: ['collection', 'batchSize'], ...read }],
  ['killCursors', { run: killCursors, fields: ['cursors'], ...read }],
  ['aggregate', { run: aggregate, fields: AGGREGATE, ...read }],
  ['count', { run: count, fields: ['query', 'limit', 'skip', 'hint', 'collation', 'fields'] }],
  ['distinct', { run: distinct, fields: ['key', 'query', 'collation', 'hint'], ...read }],
  ['explain', { run: explain, fields: ['verbosity'] }],

  ['insert', { run: insert, fields: ['documents', ...WRITE], ...write }],
  ['update', { run: update, fields: ['updates', ...WRITE], ...write }],
  ['delete', { run: remove, fields: ['deletes', ...WRITE], ...write }],
  ['findAndModify', findAndModifyCommand],
  ['findandmodify', findAndModifyCommand],

  ['create', { run: create, fields: CREATE, writes: true }],
  ['drop', { run: drop, fields: [], writes: true }],
  ['dropDatabase', { run: dropDatabase, fields: [], writes: true }],
  ['collMod', { run: collMod, fields: ['index'], writes: true }],
  [
    'listCollections',
    { run: listCollections, fields: ['filter', 'nameOnly', 'authorizedCollections', 'cursor'] },
  ],
  ['listDatabases', { run: listDatabases, fields: ['filter', 'nameOnly', 'authorizedDatabases'] }],
  ['createIndexes', { run: createIndexes, fields: ['indexes', 'commitQuorum'], writes: true }],
  ['listIndexes', { run: listIndexes, fields: ['cursor'] }],
  ['dropIndexes', { run: dropIndexes, fields: ['index'], writes: true }],

  ['endSessions', { run: endSessions, fields: [] }],
  ['killSessions', { run: endSessions, fields: [] }],
  ['refreshSessions', { run: refreshSessions, fields: [] }],
  ['commitTransaction', { run: commitTransaction, fields: ['recoveryToken'], writes: true }],
  ['abortTransaction', { run: abortTransaction, fields: ['recoveryToken'] }],
]);
