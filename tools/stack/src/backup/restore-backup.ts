import { databaseOf, serviceNames } from '@kumbuka/contracts';
import { meetEmptyTopics } from '@kumbuka/event-bus';
import { leapIds } from '@kumbuka/service-kit';
import mongoose from 'mongoose';
import { checkBackup, fileOf, type Manifest, type Written } from './manifest.ts';
import { readDocuments } from './read-documents.ts';

type Client = mongoose.mongo.MongoClient;

/** Refuses databases with data, which would be mixed with the backup. */
export class NotEmpty extends Error {
  readonly code = 'NOT_EMPTY';

  constructor(what: string) {
    super(`${what}. A backup is restored into an empty product only.`);
    this.name = 'NotEmpty';
  }
}

async function refuseRows(client: Client, database: string): Promise<void> {
  for (const { name } of await client.db(database).listCollections({}, { nameOnly: true }).toArray())
    if ((await client.db(database).collection(name).findOne()) !== null)
      throw new NotEmpty(`${database}.${name} holds rows`);
}

/** Every number keeps its type. */
const exactly = { promoteValues: false, bsonRegExp: true };

async function fillCollection(client: Client, directory: string, file: Written): Promise<void> {
  const collection = client.db(file.database).collection(file.collection);
  for await (const documents of readDocuments(fileOf(directory, file)))
    await collection.insertMany(documents.map((bytes) => mongoose.mongo.BSON.deserialize(bytes, exactly)));
}

/** Fills the empty databases of all services with what the backup holds; indexes are made by the services. */
export async function fill(client: Client, directory: string): Promise<Manifest> {
  const found = await checkBackup(directory);
  for (const database of serviceNames.map(databaseOf)) await refuseRows(client, database);
  for (const file of found.files) await fillCollection(client, directory, file);
  return found;
}

/**
 * Tokens of before name ids that may be given anew: without the keys that signed them they open nothing, and auth makes
 * new ones. Sessions without tokens would only stand in lists.
 */
const signedIn = ['signing_keys', 'sessions'];

async function signEverybodyOut(auth: mongoose.Connection): Promise<void> {
  for (const name of signedIn) await auth.collection(name).deleteMany({});
}

/** Makes databases that came back from a moment of the past fit for a product whose topics are empty. */
export async function renew(connection: mongoose.Connection): Promise<void> {
  for (const database of serviceNames.map(databaseOf)) {
    const own = connection.useDb(database);
    await leapIds(own);
    await meetEmptyTopics(own);
  }
  await signEverybodyOut(connection.useDb(databaseOf('auth')));
}
