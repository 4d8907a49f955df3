import { createLog } from '@kumbuka/runtime';
import mongoose from 'mongoose';
import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connectMongo, type Mongo } from '../stores/mongo.ts';

/** Longest time that a write is held: an erasure that waits for its transaction is let through afterwards. */
const holdMs = 400;
const writes = new Set(['insert', 'update', 'delete', 'findAndModify', 'commitTransaction']);

/** Proxy to a port, whose requests can be held back. */
async function startGate(port: number) {
  const clients = new Set<Socket>();
  let held: Socket[] | null = null;
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    clients.add(client);
    client.on('data', (data) => void upstream.write(data));
    upstream.pipe(client);
    const close = () => {
      client.destroy();
      upstream.destroy();
      clients.delete(client);
    };
    for (const socket of [client, upstream]) socket.on('error', close).on('close', close);
    if (held) held.push(client.pause());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The gate has no port.');
  return {
    port: address.port,
    hold: () => void (held = [...clients].map((client) => client.pause())),
    release() {
      held?.forEach((client) => client.resume());
      held = null;
    },
    stop() {
      clients.forEach((client) => client.destroy());
      server.close();
    },
  };
}

export interface ErasureRace {
  /** Override for the service whose calls are held. */
  mongo: Mongo;
  /**
   * Runs a call and holds it before its nth write, counted from 1, until the erasure has ended or waits for it. Returns false
   * when the call made fewer writes; the erasure then follows it.
   */
  run(call: () => Promise<unknown>, erase: () => Promise<unknown>, nth: number): Promise<boolean>;
  /** Rows that contain one of the texts as a whole word; `except` names collections that may have such rows. */
  findTraces(texts: readonly (number | string)[], except: readonly string[]): Promise<string[]>;
  stop(): void;
}

/**
 * Connection for a service whose calls an erasure interrupts at each of their writes. A second process of the service, on the
 * same store without the connection, erases.
 */
export async function createErasureRace(mongoPort: number, database: string): Promise<ErasureRace> {
  const gate = await startGate(mongoPort);
  const url = `mongodb://127.0.0.1:${gate.port}/?directConnection=true&monitorCommands=true`;
  const mongo = connectMongo({ url, database, log: createLog('tests', 'silent') });
  /** Has no name of a service, because it reads whole collections. */
  const reader = mongoose.createConnection(`mongodb://127.0.0.1:${mongoPort}/?directConnection=true`, {
    dbName: database,
  });
  const attempt = new AsyncLocalStorage<{ left: number; reached(): void }>();

  function count({ commandName }: { commandName: string }) {
    const current = attempt.getStore();
    if (!current || !writes.has(commandName) || --current.left !== 0) return;
    gate.hold();
    current.reached();
  }

  return {
    mongo: {
      ...mongo,
      async start() {
        await mongo.start();
        mongo.connection.getClient().on('commandStarted', count);
      },
    },
    async run(call, erase, nth) {
      let isReached = false;
      const reached = Promise.withResolvers<void>();
      const current = {
        left: nth,
        reached() {
          isReached = true;
          reached.resolve();
        },
      };
      const called = attempt.run(current, () => call().catch(() => undefined));
      await Promise.race([reached.promise, called]);
      const erased = erase();
      await Promise.race([erased, pause(holdMs)]);
      gate.release();
      await Promise.all([called, erased]);
      return isReached;
    },
    async findTraces(texts, except) {
      const any = texts.map((text) => String(text).replaceAll(/[.+]/g, '\\$&')).join('|');
      const word = new RegExp(`(?<![\\w.-])(${any})(?![\\w.-])`);
      const traces: string[] = [];
      for (const { name } of await (await reader.asPromise()).listCollections()) {
        if (except.includes(name)) continue;
        const rows = await reader.collection(name).find().toArray();
        const row = rows.find((each) => word.test(JSON.stringify(each)));
        if (row) traces.push(`${name}: ${JSON.stringify(row)}`);
      }
      return traces.toSorted();
    },
    stop() {
      void reader.close();
      gate.stop();
    },
  };
}
