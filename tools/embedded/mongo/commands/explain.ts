import type { Document } from '../bson/decode.ts';
import { isDocument } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import { collected, find, type Execution, type Search } from '../query/find.ts';
import type { Access, IndexScan } from '../query/plan.ts';
import type { Collection } from '../storage/collection.ts';
import type { Reply } from '../wire/messages.ts';
import { collectionName, ok, optionalDocument, type CommandContext } from './context.ts';
import { assertFields, FIND_FIELDS } from './fields.ts';
import { createReading } from './reading.ts';
import { readFind } from './reads.ts';

/** Returns the plan of a find and how many keys and documents it examines. */
export async function explain(context: CommandContext): Promise<Reply> {
  const inner = optionalDocument(context.command.explain, 'explain') ?? {};
  const name = Object.keys(inner)[0] ?? '';
  if (name !== 'find') throw new MongoError(59, 'CommandNotFound', `explain of ${name} is not supported`);
  assertFields(name, Object.keys(inner).slice(1), FIND_FIELDS);
  const view = context.engine.viewOf();
  const target = context.engine.collection(`${context.database}.${collectionName(inner.find)}`);
  const reading = createReading(context.engine, view, target);
  const request = readFind(inner);
  const { stream, execution } = find(target, view, request);
  try {
    const found = await reading.run(collected(stream), context.check);
    const stage = describe(execution, request, inner.projection);
    return ok({
      explainVersion: '1',
      ...report(target, request.filter, stage, execution.statistics, found.length),
      command: inner,
      serverInfo: { host: '127.0.0.1', port: context.port() },
    });
  } finally {
    reading.end();
  }
}

function report(
  target: Collection,
  filter: Document | undefined,
  stage: Document,
  { keys, documents }: Execution['statistics'],
  returned: number,
): Document {
  return {
    queryPlanner: {
      namespace: target.namespace,
      parsedQuery: filter ?? {},
      indexFilterSet: false,
      winningPlan: stage,
      rejectedPlans: [],
    },
    executionStats: {
      executionSuccess: true,
      nReturned: returned,
      executionTimeMillis: 0,
      totalKeysExamined: keys,
      totalDocsExamined: documents,
      executionStages: { ...stage, nReturned: returned },
    },
  };
}

function describe({ access, sortedInMemory }: Execution, request: Search, projection: unknown): Document {
  let stage = access.kind === 'id' ? { stage: 'IDHACK' } : accessStage(access, request.filter);
  const wrap = (name: string, fields: Document) =>
    (stage = { stage: name, ...fields, inputStage: stage } as never);
  if (sortedInMemory && isDocument(request.sort))
    wrap('SORT', { sortPattern: request.sort, memLimit: 104857600 });
  if (request.skip) wrap('SKIP', { skipAmount: request.skip });
  if (request.limit) wrap('LIMIT', { limitAmount: request.limit });
  if (isDocument(projection) && Object.keys(projection).length > 0) {
    wrap('PROJECTION_DEFAULT', { transformBy: projection });
  }
  return stage;
}

function accessStage(access: Access, filter: Document | undefined): { stage: string } & Document {
  const residual = access.exact || !filter ? {} : { filter };
  if (access.kind === 'collection') {
    return { stage: 'COLLSCAN', ...residual, direction: access.reverse ? 'backward' : 'forward' };
  }
  if (access.kind === 'union') {
    const inputStage = { stage: 'OR', inputStages: access.scans.map(scanStage) };
    return { stage: 'SUBPLAN', inputStage: { stage: 'FETCH', ...residual, inputStage } };
  }
  const inputStage = access.merge
    ? { stage: 'SORT_MERGE', inputStages: access.intervals.map(() => scanStage(access)) }
    : scanStage(access);
  return { stage: 'FETCH', ...residual, inputStage };
}

function scanStage({ index, reverse, intervals }: IndexScan): Document {
  const { definition, arrays } = index;
  return {
    stage: 'IXSCAN',
    keyPattern: definition.key,
    indexName: definition.name,
    isMultiKey: arrays.size > 0,
    isUnique: definition.unique,
    isSparse: definition.sparse,
    isPartial: definition.partial !== undefined,
    indexVersion: 2,
    direction: reverse ? 'backward' : 'forward',
    intervals: intervals.length,
  };
}
