import type { Document } from '../bson/decode.ts';
import { isDocument } from '../bson/values.ts';
import { MongoError } from '../errors.ts';
import { assertPipeline, splitPipeline } from '../query/aggregate.ts';
import { collected, find, type Execution, type Search } from '../query/find.ts';
import type { Access, IndexScan } from '../query/plan.ts';
import { countOnIndex } from '../query/scan.ts';
import { choosePlan } from '../query/plan.ts';
import type { Collection } from '../storage/collection.ts';
import type { View } from '../storage/view.ts';
import type { Reply } from '../wire/messages.ts';
import { collectionName, ok, optionalDocument, type CommandContext } from './context.ts';
import { createReading } from './reading.ts';
import { readFind } from './reads.ts';

/** Returns the plan of a command and how many keys and documents it examines. */
export async function explain(context: CommandContext): Promise<Reply> {
  const inner = optionalDocument(context.command.explain, 'explain') ?? {};
  const name = Object.keys(inner)[0] ?? '';
  const view = context.engine.viewOf();
  const target = context.engine.collection(`${context.database}.${collectionName(inner[name])}`);
  const verbosity = String(context.command.verbosity ?? 'allPlansExecution');
  const reading = createReading(context.engine, view, target);
  const explained: Explained = {
    target,
    view,
    run: (steps) => reading.run(steps, context.check),
  };
  const parts = await (
    name === 'aggregate' ? explainAggregate(explained, inner) : explainSearch(explained, name, inner)
  ).finally(() => reading.end());
  if (verbosity === 'queryPlanner') removeStatistics(parts);
  return ok({
    explainVersion: '1',
    ...parts,
    command: inner,
    serverInfo: { host: '127.0.0.1', port: context.port() },
  });
}

function removeStatistics(parts: Document): void {
  delete parts.executionStats;
  for (const stage of (parts.stages as Document[] | undefined) ?? []) {
    if (isDocument(stage.$cursor)) delete stage.$cursor.executionStats;
  }
}

/** Explained command with its execution. */
interface Explained {
  target: Collection;
  view: View;
  run: <T>(steps: Iterator<unknown, T>) => T | Promise<T>;
}

async function explainSearch(explained: Explained, name: string, inner: Document): Promise<Document> {
  if (name === 'count') return explainCount(explained, inner);
  return execute(explained, requestOf(name, inner), inner.projection);
}

function requestOf(name: string, inner: Document): Search {
  switch (name) {
    case 'find':
      return readFind(inner);
    default:
      throw new MongoError(59, 'CommandNotFound', `Explain failed due to unknown command: ${name}`);
  }
}

async function explainAggregate(explained: Explained, inner: Document): Promise<Document> {
  const { request, rest } = splitPipeline(assertPipeline(inner.pipeline));
  const first = await execute(explained, { ...request, hint: inner.hint }, undefined);
  return rest.length === 0 ? first : { stages: [{ $cursor: first }, ...rest] };
}

async function explainCount(explained: Explained, inner: Document): Promise<Document> {
  const { target, view } = explained;
  const filter = optionalDocument(inner.query, 'query');
  const access = choosePlan(target, { filter, sort: [], limit: 0, hint: inner.hint, seq: view.seq });
  const total = countOnIndex(target, view, access);
  if (total === undefined) return execute(explained, { filter, hint: inner.hint }, undefined);
  const inputStage =
    access.kind === 'index'
      ? { ...scanStage(access), stage: 'COUNT_SCAN' }
      : { stage: 'RECORD_STORE_FAST_COUNT' };
  const stage = { stage: 'COUNT', nCounted: total, inputStage };
  return report(target, filter, stage, { keys: 0, documents: 0 }, total);
}

async function execute(
  { target, view, run }: Explained,
  request: Search,
  projection: unknown,
): Promise<Document> {
  const { stream, execution } = find(target, view, request);
  const found = await run(collected(stream));
  const stage = describe(execution, request, projection);
  return report(target, request.filter, stage, execution.statistics, found.length);
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
