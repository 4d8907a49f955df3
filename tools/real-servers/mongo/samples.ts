import { mongo } from 'mongoose';

type Fields = Record<string, unknown>;

/** Collection of a service after its tests. */
export interface SampledCollection {
  ns: string;
  /** Indexes except that of `_id`. */
  indexes: mongo.IndexDescription[];
  documents: Fields[];
}

interface Sample {
  documents: Fields[];
  /** Number of times that the collection had these indexes. Some tests create those of an earlier version. */
  indexSets: Map<string, number>;
}

const ENOUGH = 60;
const AT_ONCE = 20;

const byCount = ([, one]: [string, number], [, other]: [string, number]) => other - one;

/** Collects documents and indexes of the databases whose names begin with a prefix. */
export function createSampler(prefix: string) {
  const samples = new Map<string, Sample>();

  async function read(collection: mongo.Collection) {
    const { namespace } = collection;
    const sample: Sample = samples.get(namespace) ?? { documents: [], indexSets: new Map() };
    samples.set(namespace, sample);
    const { documents, indexSets } = sample;
    const indexes = (await collection.indexes()).filter(({ name }) => name !== '_id_');
    const set = mongo.BSON.EJSON.stringify(indexes);
    indexSets.set(set, (indexSets.get(set) ?? 0) + 1);
    if (documents.length < ENOUGH) documents.push(...(await collection.find().limit(AT_ONCE).toArray()));
  }

  return {
    /** Reads a server after a test. */
    async take(port: number): Promise<void> {
      const client = new mongo.MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`);
      try {
        const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
        for (const { name } of databases.filter((each) => each.name.startsWith(prefix)))
          for (const collection of await client.db(name).collections()) await read(collection);
      } finally {
        await client.close();
      }
    },
    collections: (): SampledCollection[] =>
      [...samples].map(([ns, { documents, indexSets }]) => {
        const [[set] = ['[]']] = [...indexSets].toSorted(byCount);
        return { ns, indexes: mongo.BSON.EJSON.parse(set) as mongo.IndexDescription[], documents };
      }),
  };
}

export type Sampler = ReturnType<typeof createSampler>;
