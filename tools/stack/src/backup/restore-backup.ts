import { databaseOf, serviceNames } from '@kumbuka/contracts';
import { prepareForEmptyTopics } from '@kumbuka/event-bus';
import { skipIds } from '@kumbuka/service-kit';
import mongoose from 'mongoose';
import { checkBackup, fileOf, type Manifest, type Written } from './manifest.ts';
import { readDocuments } from './read-documents.ts';

type Client = mongoose.mongo.MongoClient;

/** Rejects databases with data, which would be mixed with the backup. */
export class NotEmpty extends Error {
  readonly code = 'NOT_EMPTY';

  constructor(what: string) {
    super(`${what}. A backup is restored into an empty product only.`);
    this.name = 'NotEmpty';
  }
}

async function rejectRows(client: Client, database: string): Promise<void> {
  for (const { name } of await client.db(database).listCollections({}, { nameOnly: true }).toArray())
    if ((await client.db(database).collection(name).findOne()) !== null)
      throw new NotEmpty(`${database}.${name} holds rows`);
}

/** Keeps the BSON type of every number. */
const exactly = { promoteValues: false, bsonRegExp: true };

async function fillCollection(client: Client, directory: string, file: Written): Promise<void> {
  const collection = client.db(file.database).collection(file.collection);
  for await (const documents of readDocuments(fileOf(directory, file)))
    await collection.insertMany(documents.map((bytes) => mongoose.mongo.BSON.deserialize(bytes, exactly)));
}

/** Restores the backup into the empty databases of all services, which create the indexes themselves. */
export async function fill(client: Client, directory: string): Promise<Manifest> {
  const found = await checkBackup(directory);
  for (const database of serviceNames.map(databaseOf)) await rejectRows(client, database);
  for (const file of found.files) await fillCollection(client, directory, file);
  return found;
}

/**
 * Collections that a restore empties. Old tokens name ids that may be allocated again; without their keys they are
 * invalid, and auth creates new keys.
 */
const signedIn = ['signing_keys', 'sessions'];

async function signEverybodyOut(auth: mongoose.Connection): Promise<void> {
  for (const name of signedIn) await auth.collection(name).deleteMany({});
}

/** Prepares restored databases for a product with empty topics. */
export async function renew(connection: mongoose.Connection): Promise<void> {
  for (const database of serviceNames.map(databaseOf)) {
    const own = connection.useDb(database);
    await skipIds(own);
    await prepareForEmptyTopics(own);
  }
  await signEverybodyOut(connection.useDb(databaseOf('auth')));
}
