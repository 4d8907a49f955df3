import { seededRandom } from '@kumbuka/embedded/testing';
import { mongo } from 'mongoose';
import { createGrower, isWord, pick, valueAt, type Random } from './grown-collection.ts';
import type { CostlyPlan } from './plans.ts';
import { startRealMongo } from './real-server.ts';
import { isFields, type RecordedQuery } from './recorded-query.ts';
import type { SampledCollection } from './samples.ts';

type Fields = Record<string, unknown>;

const SIZE = 10_000;
const BATCH = 2_000;
const MOST_ROUNDS = 12;
/** Number of explains per query, with values of different documents. */
const ATTEMPTS = 3;
const DUPLICATE = 11_000;

export interface Recording {
  queries: RecordedQuery[];
  collections: SampledCollection[];
}

const nameOf = (ns: string) => ns.slice(ns.indexOf('.') + 1);

interface Group {
  collection: SampledCollection;
  queries: RecordedQuery[];
}

/** Groups collections with the same name and indexes, such as the inbox and outbox of every service. */
function groupsOf({ queries, collections }: Recording): Group[] {
  const groups = new Map<string, Group>();
  for (const collection of collections) {
    const own = queries.filter(({ ns }) => ns === collection.ns);
    const indexes = collection.indexes.map(({ key, name }) => ({ key, name }));
    const id = `${nameOf(collection.ns)} ${JSON.stringify(indexes)}`;
    const group = groups.get(id) ?? { collection: { ...collection, documents: [] }, queries: [] };
    groups.set(id, group);
    group.collection.documents.push(...collection.documents);
    group.queries.push(...own);
  }
  return [...groups.values()].filter((group) => group.queries.length > 0);
}

/** Inserts documents, except duplicates in a unique index. Returns their number. */
async function insertAllowed(target: mongo.Collection, documents: Fields[]): Promise<number> {
  try {
    return (await target.insertMany(documents, { ordered: false })).insertedCount;
  } catch (error) {
    if (!(error instanceof mongo.MongoBulkWriteError && error.code === DUPLICATE)) throw error;
    return error.insertedCount;
  }
}

async function fill(
  target: mongo.Collection,
  { collection, queries }: Group,
  random: Random,
): Promise<number> {
  const indexes = collection.indexes.map(({ key, ...options }) => ({ ...options, key }));
  if (indexes.length > 0) await target.createIndexes(indexes);
  const next = createGrower(collection, queries, random);
  let count = 0;
  for (let round = 0; round < MOST_ROUNDS && count < SIZE; round++)
    count += await insertAllowed(target, Array.from({ length: Math.min(BATCH, SIZE - count) }, next));
  return count;
}

const constants = new Set(['$type', '$exists', '$ne', '$nin', '$regex', '$options', '$not', '$size']);
/** Whether a value is constant in all calls of a query: states, flags, and minimums, which repeat a partial index's filter. */
const isConstant = (value: unknown): boolean =>
  value === null ||
  typeof value === 'boolean' ||
  isWord(value) ||
  (value instanceof Date && value.getTime() === 0);

/** Returns values of existing documents for one field of a filter. */
function existingValues(recorded: unknown, path: string, documents: readonly Fields[]): unknown {
  const found = documents.map((document) => valueAt(document, path)).filter((value) => value !== undefined);
  if (found.length === 0 || isConstant(recorded)) return recorded;
  if (!isFields(recorded) || !Object.keys(recorded).some((name) => name.startsWith('$'))) return found[0];
  return Object.fromEntries(
    Object.entries(recorded).map(([operator, value]) => {
      if (constants.has(operator) || isConstant(value)) return [operator, value];
      if (operator === '$in' && Array.isArray(value)) return [operator, found.slice(0, value.length)];
      if (operator === '$eq' || operator.startsWith('$gt')) return [operator, found[0]];
      return [operator, operator.startsWith('$lt') ? (found[1] ?? found[0]) : value];
    }),
  );
}

function withExistingValues(filter: Fields, documents: readonly Fields[]): Fields {
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => {
      if (!name.startsWith('$')) return [name, existingValues(value, name, documents)];
      const parts = Array.isArray(value) ? value : null;
      return [
        name,
        parts ? parts.map((part) => (isFields(part) ? withExistingValues(part, documents) : part)) : value,
      ];
    }),
  );
}

interface Stage {
  stage: string;
  nReturned?: number;
  docsExamined?: number;
  totalKeysExamined?: number;
  inputStage?: Stage;
  inputStages?: Stage[];
}

const stagesOf = (stage: Stage | undefined): Stage[] =>
  stage ? [stage, ...[stage.inputStage, ...(stage.inputStages ?? [])].flatMap(stagesOf)] : [];

/** Explains a query. Returns the stages of its execution, the outermost first. */
async function explain(db: mongo.Db, query: RecordedQuery, filter: Fields): Promise<Stage[]> {
  const { ns, sort, limit, skip, hint, collation, pipeline, key } = query;
  const name = nameOf(ns);
  const stages = pipeline?.map((stage, index) =>
    index === 0 && '$match' in stage ? { $match: filter } : stage,
  );
  const find = key
    ? { distinct: name, key, query: filter, collation }
    : { find: name, filter, sort, limit, skip, hint, collation };
  const command = stages ? { aggregate: name, pipeline: stages, cursor: {}, hint, collation } : find;
  const explained = await db.command(
    { explain: command, verbosity: 'executionStats' },
    { ignoreUndefined: true },
  );
  const [first = explained] = (explained['stages'] ?? []).map((stage: Fields) => stage['$cursor']);
  return stagesOf(first['executionStats'].executionStages);
}

/** Maximum number of examined documents. An index without all fields of the filter finds some too many. */
const maxExamined = (returned: number) => 200 + 10 * returned;

/** Returns the cost of a query at this size, or `null` when an index covers its filter. */
function costOf(query: RecordedQuery, stages: readonly Stage[]): PlanAtSize | null {
  const isScan = stages.some(({ stage }) => stage === 'COLLSCAN');
  const isSort = stages.some(({ stage }) => stage.startsWith('SORT') && stage !== 'SORT_MERGE');
  const fetches = stages.filter(({ stage }) => stage === 'FETCH');
  const wasteful = fetches.find(
    ({ docsExamined = 0, nReturned = 0 }) => docsExamined > maxExamined(nReturned),
  );
  const { shape } = query;
  const examined = wasteful?.docsExamined ?? 0;
  return isScan || isSort || wasteful ? { shape, isScan, isSort, examined } : null;
}

interface PlanAtSize extends CostlyPlan {
  /** Number of examined documents. */
  examined: number;
}

async function explainGroup(db: mongo.Db, group: Group, random: Random): Promise<PlanAtSize[]> {
  const documents = await db.collection(nameOf(group.collection.ns)).find().limit(500).toArray();
  const costly = new Map<string, PlanAtSize>();
  for (const query of group.queries)
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const some = Array.from({ length: 3 }, () => pick(documents, random) ?? {});
      const cost = costOf(query, await explain(db, query, withExistingValues(query.filter, some)));
      if (cost) costly.set(cost.shape, cost);
    }
  return [...costly.values()];
}

interface PlanReport {
  costly: PlanAtSize[];
  shapes: number;
  collections: number;
  /** Collections without a sampled document, or with too few. */
  small: { ns: string; count: number }[];
}

/** Explains recorded queries on a server whose collections have 10,000 documents each. */
export async function checkPlansAtSize(mongod: string, recording: Recording): Promise<PlanReport> {
  const groups = groupsOf(recording);
  const server = await startRealMongo(mongod, {
    parameters: ['ttlMonitorEnabled=false', 'internalQueryForceClassicEngine=true'],
  });
  const client = await mongo.MongoClient.connect(server.uri(''));
  const result: PlanReport = { costly: [], shapes: 0, collections: groups.length, small: [] };
  try {
    await Promise.all(
      Array.from({ length: 3 }, async () => {
        for (let group = groups.shift(); group; group = groups.shift()) {
          const { ns } = group.collection;
          // Separate random numbers per group, because the order of the groups varies.
          const random = seededRandom(1).next;
          const db = client.db(ns.slice(0, ns.indexOf('.')));
          const count =
            group.collection.documents.length > 0 ? await fill(db.collection(nameOf(ns)), group, random) : 0;
          if (count < SIZE) result.small.push({ ns, count });
          result.costly.push(...(await explainGroup(db, group, random)));
          result.shapes += group.queries.length;
        }
      }),
    );
    return result;
  } finally {
    await client.close();
    await server.stop();
  }
}
