import { arrayElement, int64Element, nestedElement, stringElement } from '../bson/encode.ts';
import type { Document } from '../bson/decode.ts';
import { isDocument } from '../bson/values.ts';
import type { Batch, Cursors } from '../cursors.ts';
import { badValue, MongoError, typeMismatch } from '../errors.ts';
import type { Session, Sessions } from '../sessions.ts';
import type { Collection, View } from '../storage/collection.ts';
import type { Engine } from '../storage/engine.ts';
import type { Transaction } from '../transactions.ts';
import type { Reply } from '../wire/messages.ts';

/** What all commands share. */
export type Server = {
  engine: Engine;
  sessions: Sessions;
  cursors: Cursors;
  port: () => number;
  startedAt: number;
  connections: () => number;
};

/** One command on its way. */
export type CommandContext = Server & {
  name: string;
  database: string;
  command: Document;
  sequences: Map<string, Uint8Array[]>;
  session?: Session;
  transaction?: Transaction;
  isRetryable: boolean;
  connection: number;
  view: View;
};

export type Handler = (context: CommandContext) => Reply | Promise<Reply>;

export type CommandDefinition = {
  run: Handler;
  /** Its own options, besides those of every command. */
  fields: readonly string[];
  /** It changes data: the reply waits until that is on disk. */
  writes?: boolean;
  /** It may be part of a transaction. */
  inTransactions?: boolean;
  /** It may be sent with a transaction number outside a transaction. */
  retryable?: boolean;
};

export const ok = (fields: Document = {}): Reply => ({ fields: { ...fields, ok: 1 } });

/** The namespace that a command's first field names. */
export function namespaceOf({ database, command, name }: CommandContext): string {
  return `${database}.${collectionName(command[name])}`;
}

export function collectionName(value: unknown): string {
  if (typeof value !== 'string')
    throw new MongoError(73, 'InvalidNamespace', 'collection name has invalid type');
  if (
    value === '' ||
    value.includes('\0') ||
    value.includes('$') ||
    value.startsWith('.') ||
    value.endsWith('.')
  ) {
    throw new MongoError(73, 'InvalidNamespace', `Invalid namespace specified '${value}'`);
  }
  return value;
}

export const targetOf = (context: CommandContext): Collection =>
  context.engine.collection(namespaceOf(context));

/** A reply with a batch of encoded documents. */
export function cursorReply({ documents, id, namespace }: Batch, batchName = 'firstBatch'): Reply {
  const cursor = [arrayElement(batchName, documents), int64Element('id', id), stringElement('ns', namespace)];
  return { fields: { ok: 1 }, elements: [nestedElement('cursor', cursor)] };
}

export function optionalDocument(value: unknown, name: string): Document | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isDocument(value))
    throw typeMismatch(`BSON field '${name}' is the wrong type, expected type 'object'`);
  return value;
}

/** Options that a real server has and this one does not. */
export function refuseOptions(command: Document, names: readonly string[]): void {
  for (const name of names) {
    if (command[name]) throw badValue(`the option ${name} is not supported`);
  }
}
