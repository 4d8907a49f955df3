import type { Timestamp } from 'bson';
import {
  arrayElement,
  int64Element,
  nestedElement,
  stringElement,
  timestampElement,
} from '../bson/encode.ts';
import type { Document } from '../bson/decode.ts';
import { isDocument } from '../bson/values.ts';
import type { Batch, Cursors } from '../cursors.ts';
import { MongoError, typeMismatch } from '../errors.ts';
import type { Participation } from '../sessions/participation.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Snapshots } from '../snapshots.ts';
import type { Collection } from '../storage/collection.ts';
import type { Engine } from '../storage/engine.ts';
import type { View } from '../storage/view.ts';
import type { Reply } from '../wire/messages.ts';
import { createReading, type Check, type Reading } from './reading.ts';

/** State that all commands share. */
export interface Server {
  engine: Engine;
  sessions: Sessions;
  cursors: Cursors;
  snapshots: Snapshots;
  port: () => number;
}

/** A command being executed. */
export interface CommandContext extends Server, Participation {
  name: string;
  database: string;
  command: Document;
  sequences: Map<string, Uint8Array[]>;
  connection: number;
  /** Deadline by `maxTimeMS`, on the monotonic clock. */
  deadline: number;
  check: Check;
  /** Requested snapshot, outside transactions. */
  snapshot?: { atClusterTime: Timestamp; seq: number };
}

export type Handler = (context: CommandContext) => Reply | Promise<Reply>;

export interface CommandDefinition {
  run: Handler;
  /** Options besides the generic ones. */
  fields: readonly string[];
  /** Whether the command changes data. The reply then waits for the disk. */
  writes?: boolean;
  /** Whether transactions may contain the command. */
  inTransactions?: boolean;
  /** Whether the command may carry a transaction number outside a transaction. */
  retryable?: boolean;
}

export const ok = (fields: Document = {}): Reply => ({ fields: { ...fields, ok: 1 } });

/** Returns the namespace in the first field of the command. */
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

/** Returns the current state of the collection that the command names. */
export const targetOf = (context: CommandContext): Collection =>
  context.engine.collection(namespaceOf(context));

/** Returns the view of the command: its transaction's snapshot, a requested snapshot, or the newest state. */
export function viewOf({ engine, transaction, snapshot }: CommandContext): View {
  return snapshot ? { seq: snapshot.seq } : engine.viewOf(transaction);
}

/** Returns the collection that the command names and a reading of it. */
export function beginReading(context: CommandContext): { target: Collection; reading: Reading } {
  const view = viewOf(context);
  const target = context.engine.collectionSeenBy(namespaceOf(context), view);
  return { target, reading: createReading(context.engine, view, target) };
}

/** Returns a reply with a batch of encoded documents. */
export function cursorReply(
  { documents, id, namespace }: Batch,
  batchName = 'firstBatch',
  atClusterTime?: Timestamp,
): Reply {
  const cursor = [arrayElement(batchName, documents), int64Element('id', id), stringElement('ns', namespace)];
  if (atClusterTime) cursor.push(timestampElement('atClusterTime', atClusterTime.toBigInt()));
  return { fields: { ok: 1 }, elements: [nestedElement('cursor', cursor)] };
}

export function optionalDocument(value: unknown, name: string): Document | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isDocument(value))
    throw typeMismatch(`BSON field '${name}' is the wrong type, expected type 'object'`);
  return value;
}
