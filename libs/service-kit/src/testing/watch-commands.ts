import { createLog } from '@kumbuka/runtime';
import { connectMongo, type Mongo } from '../stores/mongo.ts';

export interface WatchOptions {
  url: string;
  database: string;
  /** Commands to other collections belong to relay, consumer and kit, which run in the background. */
  collections: readonly string[];
}

interface Started {
  commandName: string;
  command: Record<string, unknown>;
}

export interface WatchedMongo {
  /** Override for the service under test. */
  mongo: Mongo;
  /** Commands that the work sent to MongoDB, in order, such as `find decks`, including outbox and commits. */
  commandsOf(work: () => Promise<unknown>): Promise<string[]>;
}

/** Connection whose commands a test can count. */
export function watchCommands({ url, database, collections }: WatchOptions): WatchedMongo {
  const address = new URL(url);
  address.searchParams.set('monitorCommands', 'true');
  const mongo = connectMongo({ url: address.href, database, log: createLog('tests', 'silent') });
  const watched = new Set(collections);
  let seen: string[] = [];

  function note({ commandName, command }: Started) {
    const collection = String(command[commandName]);
    const isEvent = collection === 'outbox' && commandName === 'insert';
    if (watched.has(collection) || isEvent) seen.push(`${commandName} ${collection}`);
    if (commandName === 'commitTransaction') seen.push(commandName);
  }

  return {
    mongo: {
      ...mongo,
      async start() {
        await mongo.start();
        mongo.connection.getClient().on('commandStarted', note);
      },
    },
    async commandsOf(work) {
      seen = [];
      await work();
      return seen;
    },
  };
}
