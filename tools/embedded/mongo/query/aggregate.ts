import { decode, type Document } from '../bson/decode.ts';
import { encode } from '../bson/encode.ts';
import { isDocument } from '../bson/values.ts';
import { location, typeMismatch } from '../errors.ts';
import type { Collection } from '../storage/collection.ts';
import type { View } from '../storage/view.ts';
import { collected, count, find, type Search } from './find.ts';
import { compileGroup } from './stages/group.ts';
import { compileLimit, compileMatch, compileSort, limitOf } from './stages/order.ts';
import type { Stage, StageCompiler, Steps } from './stages/stage.ts';

/** Stages that services use. All others are rejected by name. */
const STAGES: ReadonlyMap<string, StageCompiler> = new Map<string, StageCompiler>([
  ['$group', compileGroup],
  ['$limit', compileLimit],
  ['$match', compileMatch],
  ['$sort', compileSort],
]);

/** Checks the form of a pipeline: an array of objects with one stage each. */
function assertPipeline(pipeline: unknown): Document[] {
  if (!Array.isArray(pipeline)) throw typeMismatch("'pipeline' option must be an array");
  for (const stage of pipeline as unknown[]) {
    if (isDocument(stage) && Object.keys(stage).length === 1) continue;
    throw location(40323, 'A pipeline stage specification object must contain exactly one field.');
  }
  return pipeline as Document[];
}

/** Compiles stages. Rejects an unsupported stage by name. */
function compilePipeline(pipeline: unknown): Stage[] {
  return assertPipeline(pipeline).map((stage) => {
    const [[name, body]] = Object.entries(stage) as [[string, unknown]];
    const compile = STAGES.get(name);
    if (!compile) throw location(40324, `the pipeline stage ${name} is not supported`);
    return compile(body);
  });
}

function* runStages(stages: readonly Stage[], documents: Document[]): Steps<Document[]> {
  let current = documents;
  for (const stage of stages) current = yield* stage(current);
  return current;
}

/** Splits a pipeline into the leading stages that run as a search with indexes, and the rest. */
function splitPipeline(pipeline: Document[]): { request: Search; rest: Document[] } {
  const rest = [...pipeline];
  const next = (name: string) => {
    const stage = rest[0];
    if (!stage || !(name in stage)) return undefined;
    rest.shift();
    return stage[name];
  };
  const filters: Document[] = [];
  for (let filter = next('$match'); filter !== undefined; filter = next('$match'))
    filters.push(filter as Document);
  const sort = next('$sort');
  const limit = next('$limit');
  const request: Search = {
    filter: filters.length > 1 ? { $and: filters } : filters[0],
    ...(sort !== undefined && { sort }),
    ...(limit !== undefined && { limit: limitOf(limit) }),
  };
  return { request, rest };
}

/** Checks a pipeline and returns the steps that run it. */
export function aggregateSteps(
  source: Collection,
  view: View,
  stages: unknown,
  hint: unknown,
): Steps<Uint8Array[]> {
  const pipeline = assertPipeline(stages);
  compilePipeline(pipeline);
  return aggregate(source, view, pipeline, hint);
}

function* aggregate(
  source: Collection,
  view: View,
  pipeline: Document[],
  hint: unknown,
): Steps<Uint8Array[]> {
  const { request, rest } = splitPipeline(pipeline);
  const first: Search = { ...request, hint };
  const counting = countField(first, rest);
  if (counting) {
    const total = yield* count(source, view, first);
    return total === 0 ? [] : [encode({ ...counting.constants, [counting.name]: total })];
  }
  const found = yield* collected(find(source, view, first).stream);
  if (rest.length === 0) return found.map(({ bytes }) => bytes);
  const documents = found.map(({ bytes }) => decode(bytes));
  const results = yield* runStages(compilePipeline(rest), documents);
  return results.map((document) => encode(document));
}

/** Returns the field of the group that drivers send for countDocuments, which needs no documents. */
function countField(
  { sort }: Search,
  rest: readonly Document[],
): { name: string; constants: Document } | undefined {
  const [stage] = rest;
  if (!stage || rest.length !== 1 || sort !== undefined) return undefined;
  if (!isDocument(stage.$group)) return undefined;
  const { _id, ...fields } = stage.$group;
  const [only] = Object.entries(fields);
  if (!only || Object.keys(fields).length !== 1 || !isConstant(_id)) return undefined;
  const [name, accumulator] = only;
  const countsOnes =
    isDocument(accumulator) && Object.keys(accumulator).join() === '$sum' && accumulator.$sum === 1;
  return countsOnes ? { name, constants: { _id } } : undefined;
}

const isConstant = (value: unknown) => value === null || typeof value === 'number';
