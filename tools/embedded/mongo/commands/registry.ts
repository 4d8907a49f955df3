import { collMod, create, drop, dropDatabase, listCollections, listDatabases } from './catalog.ts';
import { ok, type CommandDefinition } from './context.ts';
import { explain } from './explain.ts';
import { FIND_FIELDS } from './fields.ts';
import { findAndModify } from './find-and-modify.ts';
import { createIndexes, dropIndexes, listIndexes } from './indexes.ts';
import { aggregate, count, distinct, find, getMore, killCursors } from './reads.ts';
import { buildInfo, hello } from './server-info.ts';
import { abortTransaction, commitTransaction, endSessions, refreshSessions } from './session-commands.ts';
import { insert, remove, update } from './writes.ts';

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
const FIND_AND_MODIFY = ['query', 'sort', 'remove', 'update', 'new', 'fields', 'upsert', 'hint'];

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

  ['find', { run: find, fields: FIND_FIELDS, ...read }],
  ['getMore', { run: getMore, fields: ['collection', 'batchSize'], ...read }],
  ['killCursors', { run: killCursors, fields: ['cursors'], ...read }],
  ['aggregate', { run: aggregate, fields: ['pipeline', 'cursor', 'hint'], ...read }],
  ['count', { run: count, fields: ['query', 'limit', 'skip', 'hint'] }],
  ['distinct', { run: distinct, fields: ['key', 'query', 'hint'], ...read }],
  ['explain', { run: explain, fields: ['verbosity'] }],

  ['insert', { run: insert, fields: ['documents', 'ordered'], ...write }],
  ['update', { run: update, fields: ['updates', 'ordered'], ...write }],
  ['delete', { run: remove, fields: ['deletes', 'ordered'], ...write }],
  ['findAndModify', findAndModifyCommand],
  ['findandmodify', findAndModifyCommand],

  ['create', { run: create, fields: [], writes: true }],
  ['drop', { run: drop, fields: [], writes: true }],
  ['dropDatabase', { run: dropDatabase, fields: [], writes: true }],
  ['collMod', { run: collMod, fields: ['index'], writes: true }],
  [
    'listCollections',
    { run: listCollections, fields: ['filter', 'nameOnly', 'authorizedCollections', 'cursor'] },
  ],
  ['listDatabases', { run: listDatabases, fields: ['filter', 'nameOnly'] }],
  ['createIndexes', { run: createIndexes, fields: ['indexes'], writes: true }],
  ['listIndexes', { run: listIndexes, fields: ['cursor'] }],
  ['dropIndexes', { run: dropIndexes, fields: ['index'], writes: true }],

  ['endSessions', { run: endSessions, fields: [] }],
  ['killSessions', { run: endSessions, fields: [] }],
  ['refreshSessions', { run: refreshSessions, fields: [] }],
  ['commitTransaction', { run: commitTransaction, fields: ['recoveryToken'], writes: true }],
  ['abortTransaction', { run: abortTransaction, fields: ['recoveryToken'] }],
]);
