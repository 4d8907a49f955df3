import type { createSaltedPasswords } from '../access/scram.ts';
import type { Access } from '../access/access.ts';
import type { Session } from '../access/session.ts';
import type { Coordinator } from '../groups/coordinator.ts';
import type { Append } from '../log/append.ts';
import type { Retention } from '../log/retention.ts';
import type { Rows, Topics } from '../log/topics.ts';
import type { GroupCommit } from '../storage/group-commit.ts';
import type { Reader } from '../wire/reader.ts';
import type { Writer } from '../wire/writer.ts';

/** State that requests read and change. */
export type Broker = {
  port: number;
  clusterId: string;
  rows: Rows;
  topics: Topics;
  append: Append;
  retention: Retention;
  coordinator: Coordinator;
  commit: GroupCommit;
  access: Access;
  saltedPasswordOf: ReturnType<typeof createSaltedPasswords>;
};

export type Request = {
  version: number;
  clientId: string;
  clientHost: string;
  session: Session;
  /** Registers an action for the end of the connection, such as to end a long poll. Returns a function that removes it. */
  onClose(action: () => void): () => void;
};

/** The client expects no response (Produce with acks 0). */
export const NO_RESPONSE = Symbol('no response');
/** The response has no field for this error, so the broker closes the connection. */
export const CLOSE_CONNECTION = Symbol('close connection');

export type ApiResponse = Writer | typeof NO_RESPONSE | typeof CLOSE_CONNECTION;

/** One request type of the protocol with the versions that this broker supports. */
export type Api = {
  key: number;
  name: string;
  minVersion: number;
  maxVersion: number;
  handle(body: Reader, broker: Broker, request: Request): ApiResponse | Promise<ApiResponse>;
};

export const NODE_ID = 1;
export const HOST = '127.0.0.1';
export const NO_THROTTLE = 0;
