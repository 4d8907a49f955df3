import type { Document } from '../bson/decode.ts';
import { errorReply, location, MongoError } from '../errors.ts';
import type { Message, Reply } from '../wire/messages.ts';
import { OP_QUERY } from '../wire/messages.ts';
import type { CommandContext, CommandDefinition, Server } from './context.ts';
import { COMMANDS, GENERIC_FIELDS } from './registry.ts';

const TRANSACTION_ENDS = new Set(['commitTransaction', 'abortTransaction']);

/** Answers one message; errors become replies. */
export async function dispatch(server: Server, message: Message, connection: number): Promise<Reply> {
  try {
    return await run(server, message, connection);
  } catch (error) {
    return { fields: errorReply(error) };
  }
}

async function run(server: Server, message: Message, connection: number): Promise<Reply> {
  const { command } = message;
  const name = Object.keys(command)[0] ?? '';
  const definition = COMMANDS.get(name);
  if (!definition) throw new MongoError(59, 'CommandNotFound', `no such command: '${name}'`);
  if (message.opCode === OP_QUERY && !/^(hello|ismaster)$/i.test(name)) {
    throw new MongoError(352, 'UnsupportedOpQueryCommand', `Unsupported OP_QUERY command: ${name}`);
  }
  assertKnownFields(name, definition, message);
  const context = createContext(server, message, name, definition, connection);
  return context.transaction ? runInTransaction(context, definition) : runAlone(context, definition);
}

function assertKnownFields(
  name: string,
  { fields }: CommandDefinition,
  { command, sequences }: Message,
): void {
  for (const field of [...Object.keys(command).slice(1), ...sequences.keys()]) {
    if (GENERIC_FIELDS.has(field) || fields.includes(field)) continue;
    throw location(40415, `BSON field '${name}.${field}' is an unknown field.`);
  }
}

function createContext(
  server: Server,
  message: Message,
  name: string,
  definition: CommandDefinition,
  connection: number,
): CommandContext {
  const { command, database, sequences } = message;
  const base = { ...server, name, command, database, sequences, connection };
  if (TRANSACTION_ENDS.has(name)) return { ...base, isRetryable: false, view: server.engine.viewOf() };
  assertAllowedInTransaction(name, definition, command);
  const participation = server.sessions.join(command, definition.retryable === true, connection);
  return { ...base, ...participation, view: server.engine.viewOf(participation.transaction) };
}

function assertAllowedInTransaction(
  name: string,
  { inTransactions }: CommandDefinition,
  command: Document,
): void {
  if (command.autocommit !== false || inTransactions) return;
  throw new MongoError(
    263,
    'OperationNotSupportedInTransaction',
    `Cannot run '${name}' in a multi-document transaction.`,
  );
}

/** Whatever goes wrong in a transaction ends it. */
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
