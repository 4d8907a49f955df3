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
import type { ColdStart } from '../cold-start.ts';

/** State that requests read and change. */
export type Broker = {
  port: number;
  clusterId: string;
  defaultPartitions: number;
  autoCreateTopics: boolean;
  rows: Rows;
  topics: Topics;
  append: Append;
  retention: Retention;
  coordinator: Coordinator;
  commit: GroupCommit;
  coldStart: ColdStart;
  access: Access;
  saltedPasswordOf: ReturnType<typeof createSaltedPasswords>;
};

export type Request = {
  version: number;
  clientId: string;
  clientHost: string;
  session: Session;
  /** Called when the client has gone, so that no long poll waits for it; returns its own removal. */
  onGone(action: () => void): () => void;
};

/** No answer is wanted (Produce with acks 0). */
export const NO_ANSWER = Symbol('no answer');
/** The protocol has no place for this error: the connection is closed. */
export const HANG_UP = Symbol('hang up');

export type Answer = Writer | typeof NO_ANSWER | typeof HANG_UP;

/** One request type of the protocol with the versions that this broker speaks. */
export type Api = {
  key: number;
  name: string;
  minVersion: number;
  maxVersion: number;
  handle(body: Reader, broker: Broker, request: Request): Answer | Promise<Answer>;
};

export const NODE_ID = 1;
export const HOST = '127.0.0.1';
export const NO_THROTTLE = 0;
