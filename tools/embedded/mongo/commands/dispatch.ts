import type { Timestamp } from 'bson';
import type { Document } from '../bson/decode.ts';
import { isNumeric, toNumber } from '../bson/values.ts';
import { errorReply, invalidOptions, maxTimeExpired, MongoError, outOfDiskSpace } from '../errors.ts';
import { assertOpen } from '../transactions.ts';
import type { Message, Reply } from '../wire/messages.ts';
import { OP_QUERY } from '../wire/messages.ts';
import { readSnapshotRequest, writeConcernError } from './concerns.ts';
import type { CommandContext, CommandDefinition, Server } from './context.ts';
import { assertFields, GENERIC_FIELDS } from './fields.ts';
import { checkOptionTypes } from './option-types.ts';
import { COMMANDS } from './registry.ts';

/** The connection that sent a message. */
export interface Peer {
  connection: number;
  /** Whether the connection is closed, so that no reply is needed. */
  isGone(): boolean;
}

const TRANSACTION_ENDS = new Set(['commitTransaction', 'abortTransaction']);

/** Commands that abort the transaction when their options are rejected; others leave it open. */
const ABORTS_WHEN_REFUSED = new Set(['find', 'distinct', 'createIndexes']);

/** Handles one message. Errors become replies. */
export async function dispatch(server: Server, message: Message, peer: Peer): Promise<Reply> {
  try {
    return await run(server, message, peer);
  } catch (error) {
    return { fields: errorReply(error) };
  }
}

async function run(server: Server, message: Message, peer: Peer): Promise<Reply> {
  const { command, rejection } = message;
  if (rejection) throw rejection;
  const name = Object.keys(command)[0] ?? '';
  const definition = COMMANDS.get(name);
  if (!definition) throw new MongoError(59, 'CommandNotFound', `no such command: '${name}'`);
  if (message.opCode === OP_QUERY && !/^(hello|ismaster)$/i.test(name)) {
    throw new MongoError(352, 'UnsupportedOpQueryCommand', `Unsupported OP_QUERY command: ${name}`);
  }
  try {
    assertFields(name, optionsIn(message), definition.fields);
    checkOptionTypes(name, command);
    assertAllowedInTransaction(name, definition, command);
  } catch (error) {
    if (command.autocommit === false && ABORTS_WHEN_REFUSED.has(name)) server.sessions.abortOpen(command);
    throw error;
  }
  const execute = () => runCommand(server, message, peer, name, definition);
  return command.autocommit === false ? server.sessions.inTurn(command.lsid, execute) : execute();
}

async function runCommand(
  server: Server,
  message: Message,
  peer: Peer,
  name: string,
  definition: CommandDefinition,
): Promise<Reply> {
  const unfulfilled = readWriteConcern(name, definition, message.command);
  if (definition.writes && !server.engine.storage.hasSpace()) throw outOfDiskSpace();
  const context = createContext(server, message, peer, name, definition);
  const reply = context.transaction
    ? await runInTransaction(context, definition)
    : await runAlone(context, definition);
  return unfulfilled ? { ...reply, fields: { ...reply.fields, writeConcernError: unfulfilled } } : reply;
}

const optionsIn = ({ command, sequences }: Message): string[] =>
  [...Object.keys(command).slice(1), ...sequences.keys()].filter((name) => !GENERIC_FIELDS.has(name));

function readWriteConcern(
  name: string,
  { writes }: CommandDefinition,
  command: Document,
): Document | undefined {
  if (command.writeConcern === undefined) return undefined;
  if (!writes && name !== 'abortTransaction')
    throw invalidOptions(`Command ${name} does not support writeConcern`);
  if (command.autocommit === false && !TRANSACTION_ENDS.has(name)) {
    throw invalidOptions('writeConcern is not allowed within a multi-statement transaction');
  }
  return writeConcernError(command);
}

function createContext(
  server: Server,
  message: Message,
  { connection, isGone }: Peer,
  name: string,
  definition: CommandDefinition,
): CommandContext {
  const { command, database, sequences } = message;
  const deadline = deadlineOf(command);
  const base = { ...server, name, command, database, sequences, connection, deadline };
  if (TRANSACTION_ENDS.has(name)) return { ...base, isRetryable: false, check: () => undefined };
  const snapshotRequest = readSnapshotRequest(name, command);
  const participation = server.sessions.join(command, definition.retryable === true);
  const { transaction } = participation;
  const check = (): void => {
    if (performance.now() > deadline) throw maxTimeExpired();
    if (isGone()) throw new MongoError(279, 'ClientDisconnect', 'the client has gone away');
    if (transaction) assertOpen(transaction);
  };
  const snapshot = snapshotRequest && takeSnapshot(server, snapshotRequest.at, participation.session?.id);
  return { ...base, ...participation, check, ...(snapshot && { snapshot }) };
}

function takeSnapshot({ snapshots }: Server, at: Timestamp | undefined, session?: string) {
  return at ? { atClusterTime: at, seq: snapshots.seqAt(at) } : snapshots.take(session);
}

function deadlineOf({ maxTimeMS }: Document): number {
  const limit = isNumeric(maxTimeMS) ? toNumber(maxTimeMS) : 0;
  return limit > 0 ? performance.now() + limit : Infinity;
}

function assertAllowedInTransaction(
  name: string,
  { inTransactions }: CommandDefinition,
  command: Document,
): void {
  if (command.autocommit !== false || inTransactions || TRANSACTION_ENDS.has(name)) return;
  throw new MongoError(
    263,
    'OperationNotSupportedInTransaction',
    `Cannot run '${name}' in a multi-document transaction.`,
  );
}

/** Runs a command of a transaction. Any error aborts the transaction. */
async function runInTransaction(
  context: CommandContext,
  { run: handler }: CommandDefinition,
): Promise<Reply> {
  try {
    return await handler(context);
  } catch (error) {
    context.engine.abort(context.transaction!);
    throw error;
  }
}

async function runAlone(
  context: CommandContext,
  { run: handler, writes }: CommandDefinition,
): Promise<Reply> {
  const reply = await handler(context);
  if (writes) await context.engine.storage.durable();
  return reply;
}
