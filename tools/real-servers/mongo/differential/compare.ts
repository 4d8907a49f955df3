import { mongo } from 'mongoose';
import { canonical, comparable, failed, hasMultiStatement, sessionId } from './replies.ts';
import { COLLECTION, type Holder, type Scenario, type Step } from './scenario.ts';
import type { Fields, Send } from './wire.ts';

const { Long } = mongo.BSON;

export interface Servers {
  real: Send;
  embedded: Send;
}

/** Command with different replies of the servers, as canonical EJSON. */
export interface Difference {
  command: string;
  real: string;
  embedded: string;
  /** Number of steps up to the different one. */
  steps: number;
}

const DATABASE = 'differential';
const SESSION_FIELDS = ['lsid', 'txnNumber', 'autocommit'];
/** Commands to skip during a transaction: writes would wait, and a real server counts uncommitted documents. */
const NOT_BESIDE_TRANSACTIONS = ['insert', 'update', 'delete', 'findAndModify', 'count'];
const STATE: Fields = { find: COLLECTION, filter: {}, sort: { _id: 1 } };

/** Sends a command and reads its cursor to the end. */
async function sendAll(send: Send, command: Fields): Promise<Fields> {
  const { batchSize, $db = DATABASE } = command;
  const sessionFields = Object.fromEntries(
    Object.entries(command).filter(([name]) => SESSION_FIELDS.includes(name)),
  );
  const next = {
    collection: COLLECTION,
    ...(batchSize === undefined ? {} : { batchSize }),
    ...sessionFields,
    $db,
  };
  let reply = await send({ ...command, $db });
  const documents: unknown[] = [];
  while (typeof reply['cursor'] === 'object') {
    const { id, firstBatch, nextBatch } = reply['cursor'] as Record<string, unknown>;
    documents.push(...((firstBatch ?? nextBatch) as unknown[]));
    if (String(id) === '0') return { documents };
    reply = await send({ getMore: id, ...next });
  }
  return reply;
}

/** Creates the sessions of a scenario with their transaction numbers. */
function createSessions() {
  const open = new Map<Holder, Fields>();
  const ids = { 1: sessionId(), 2: sessionId() };
  const lone = sessionId();
  let lastNumber = 0;
  const numbered = (lsid: Fields): Fields => ({ lsid, txnNumber: Long.fromNumber(++lastNumber) });
  const begin = (holder: Holder): Fields => ({ ...numbered(ids[holder]), autocommit: false });
  return {
    isAnyOpen: () => open.size > 0,
    retryable: (): Fields => numbered(lone),
    within(holder: Holder): Fields {
      const begun = open.get(holder);
      if (begun) return begun;
      const fields = begin(holder);
      open.set(holder, fields);
      return { ...fields, startTransaction: true };
    },
    end(holder: Holder): Fields | undefined {
      const fields = open.get(holder);
      open.delete(holder);
      return fields;
    },
    holders: () => [...open.keys()],
  };
}
type Sessions = ReturnType<typeof createSessions>;

/** Returns the commands of a step, without those to skip during a transaction. */
function commandsOf(step: Step, sessions: Sessions): Fields[] {
  if ('end' in step) {
    const fields = sessions.end(step.within);
    return fields ? [{ [step.end]: 1, ...fields, $db: 'admin' }] : [];
  }
  if ('within' in step) return [{ ...step.command, ...sessions.within(step.within) }];
  const command = 'retried' in step ? step.retried : step.command;
  if (sessions.isAnyOpen() && NOT_BESIDE_TRANSACTIONS.some((name) => name in command)) return [];
  if ('command' in step) return [command];
  const once = { ...command, ...sessions.retryable() };
  return [once, once];
}

/** Returns the filters of statements that change one of possibly several documents, which depends on the plan. */
function choosingFilters(command: Fields): Fields[] {
  const statements = [command['updates'], command['deletes']].find((list) => Array.isArray(list)) ?? [];
  return (statements as Fields[])
    .filter(({ q, multi, limit }) => multi !== true && limit !== 0 && !Number.isInteger((q as Fields)['_id']))
    .map(({ q }) => q as Fields);
}

const SCENARIOS_PER_CHECKPOINT = 100;

/** Makes the server delete the files of dropped collections; otherwise it would run out of file handles. */
async function removeDroppedFiles(send: Send): Promise<void> {
  await send({ setParameter: 1, minSnapshotHistoryWindowInSeconds: 0, $db: 'admin' });
  await send({ fsync: 1, $db: 'admin' });
}

/** Compares two servers by scenarios. */
export function createComparison({ real, embedded }: Servers) {
  const counts = { commands: 0, scenarios: 0, rejected: 0 };
  const both = (command: Fields) => Promise.all([real, embedded].map((send) => sendAll(send, command)));

  /** Returns the difference, or whether the scenario can continue with equal states. */
  async function compare(command: Fields, steps = 0): Promise<Difference | 'continue' | 'stop'> {
    counts.commands += 1;
    const replies = await both(command);
    const [wanted, actual] = replies.map((reply) => canonical(comparable(command, reply)));
    if (replies.some(isRejectedByName)) {
      counts.rejected += 1;
      return 'stop';
    }
    if (wanted !== actual) {
      const [realText, embeddedText] = replies.map((reply, at) =>
        `${[wanted, actual][at]} ${messageOf(reply)}`.trim(),
      );
      const { lsid: _, ...shown } = command;
      return { command: canonical(shown), real: realText!, embedded: embeddedText!, steps };
    }
    // Servers change documents in the order of their plans, so after a failure different documents are changed.
    return hasMultiStatement(command) && failed(replies[0]!) ? 'stop' : 'continue';
  }

  async function isAmbiguous(command: Fields): Promise<boolean> {
    const session = Object.fromEntries(
      Object.entries(command).filter(([name]) => SESSION_FIELDS.includes(name)),
    );
    for (const filter of choosingFilters(command)) {
      const isOpen = session['autocommit'] === false && command['startTransaction'] === undefined;
      const found = await sendAll(embedded, { find: COLLECTION, filter, limit: 2, ...(isOpen && session) });
      if (!Array.isArray(found['documents']) || found['documents'].length > 1) return true;
    }
    return false;
  }

  async function compareSteps(steps: readonly Step[], sessions: Sessions): Promise<Difference | undefined> {
    for (const [position, step] of steps.entries()) {
      for (const command of commandsOf(step, sessions)) {
        if (await isAmbiguous(command)) {
          if ('startTransaction' in command && 'within' in step) sessions.end(step.within);
          continue;
        }
        const outcome = await compare(command, position + 1);
        if (outcome === 'stop') return undefined;
        if (outcome !== 'continue') return outcome;
      }
    }
    for (const within of sessions.holders())
      for (const command of commandsOf({ within, end: 'commitTransaction' }, sessions)) {
        const outcome = await compare(command, steps.length);
        if (typeof outcome === 'object') return outcome;
      }
    const state = await compare(STATE, steps.length);
    return typeof state === 'object' ? state : undefined;
  }

  async function prepare({ indexes, documents }: Scenario): Promise<void> {
    await both({ drop: COLLECTION });
    await both({ create: COLLECTION });
    // One by one, because one server may reject documents that the other accepts.
    for (const index of indexes) await both({ createIndexes: COLLECTION, indexes: [index] });
    if (documents.length > 0) await both({ insert: COLLECTION, documents, ordered: false });
  }

  /** Returns the first difference of a scenario. */
  async function run(scenario: Scenario): Promise<Difference | undefined> {
    counts.scenarios += 1;
    if (counts.scenarios % SCENARIOS_PER_CHECKPOINT === 0) await removeDroppedFiles(real);
    const sessions = createSessions();
    await prepare(scenario);
    const state = await compare(STATE);
    if (state !== 'continue') return typeof state === 'object' ? state : undefined;
    try {
      return await compareSteps(scenario.steps, sessions);
    } finally {
      for (const within of sessions.holders())
        for (const command of commandsOf({ within, end: 'abortTransaction' }, sessions)) await both(command);
    }
  }

  return { counts, run };
}

const messageOf = ({ errmsg, writeErrors }: Fields): string =>
  String(
    errmsg ??
      (Array.isArray(writeErrors) ? writeErrors.map((each: Fields) => each['errmsg']).join('; ') : ''),
  );

const isRejectedByName = (reply: Fields): boolean => messageOf(reply).includes('not supported');
