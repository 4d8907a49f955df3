import { decode, type Document } from '../bson/decode.ts';
import { encode } from '../bson/encode.ts';
import { isDocument } from '../bson/values.ts';
import { location, typeMismatch } from '../errors.ts';
import type { Collection } from '../storage/collection.ts';
import type { View } from '../storage/view.ts';
import { compileExpression } from './expressions/compile.ts';
import { collected, count, find, type Search } from './find.ts';
import { holdsRiskyRegex } from './regex.ts';
import { compileGroup } from './stages/group.ts';
import { compileLookup, compileUnionWith, type Pipelines } from './stages/join.ts';
import {
  compileCount,
  compileLimit,
  compileMatch,
  compileSkip,
  compileSort,
  natural,
} from './stages/order.ts';
import {
  compileAddFields,
  compileProject,
  compileReplaceRoot,
  compileReplaceWith,
  compileUnset,
  compileUnwind,
} from './stages/reshape.ts';
import type { Run, Stage, StageCompiler, Steps } from './stages/stage.ts';

export interface AggregateRequest {
  view: View;
  /** The collection the pipeline starts from; absent for `aggregate: 1`. */
  source?: Collection | undefined;
  collectionNamed: (name: string) => Collection;
  pipeline: unknown;
  variables?: Document | undefined;
  hint?: unknown;
}

/** Every stage that this server has: those that it is known to compute as a real one does. */
const STAGES: ReadonlyMap<string, StageCompiler> = new Map<string, StageCompiler>([
  ['$addFields', compileAddFields],
  ['$count', compileCount],
  ['$facet', compileFacet],
  ['$group', compileGroup],
  ['$limit', compileLimit],
  ['$lookup', (body, variables) => compileLookup(body, variables, PIPELINES)],
  ['$match', compileMatch],
  ['$project', compileProject],
  ['$replaceRoot', compileReplaceRoot],
  ['$replaceWith', compileReplaceWith],
  ['$set', compileAddFields],
  ['$skip', compileSkip],
  ['$sort', compileSort],
  ['$unionWith', (body, variables) => compileUnionWith(body, variables, PIPELINES)],
  ['$unset', compileUnset],
  ['$unwind', compileUnwind],
]);

/** Checks the form of a pipeline: an array of objects with one stage each. */
export function assertPipeline(pipeline: unknown): Document[] {
  if (!Array.isArray(pipeline)) throw typeMismatch("'pipeline' option must be an array");
  for (const stage of pipeline as unknown[]) {
    if (isDocument(stage) && Object.keys(stage).length === 1) continue;
    throw location(40323, 'A pipeline stage specification object must contain exactly one field.');
  }
  return pipeline as Document[];
}

/** Compiles stages; one that does not exist here is refused by name. */
function compilePipeline(pipeline: unknown, variables: readonly string[] = []): Stage[] {
  return assertPipeline(pipeline).map((stage) => {
    const [[name, body]] = Object.entries(stage) as [[string, unknown]];
    const compile = STAGES.get(name);
    if (!compile) throw location(40324, `Unrecognized pipeline stage name: '${name}'`);
    return compile(body, variables);
  });
}

const PIPELINES: Pipelines = { compile: compilePipeline, runOn: runOnCollection };

/** Runs several pipelines on the same documents. */
function compileFacet(body: unknown, variables: readonly string[]): Stage {
  if (!isDocument(body) || Object.keys(body).length === 0) {
    throw location(40169, 'the $facet specification must be a non-empty object');
  }
  const facets = Object.entries(body).map(([name, pipeline]) => {
    if (assertPipeline(pipeline).some((stage) => '$facet' in stage)) {
      throw location(40600, '$facet is not allowed to be used within a $facet stage');
    }
    return { name, stages: compilePipeline(pipeline, variables) };
  });
  return function* (documents, run) {
    const result: Document = {};
    const stored = documents.map((document) => encode(document));
    for (const { name, stages } of facets) {
      result[name] = yield* runStages(
        stages,
        stored.map((bytes) => decode(bytes, Infinity)),
        run,
      );
    }
    return [result];
  };
}

function* runStages(stages: readonly Stage[], documents: Document[], run: Run): Steps<Document[]> {
  let current = documents;
  for (const stage of stages) current = yield* stage(current, run);
  return current;
}

function* runOnCollection(name: string, pipeline: Document[], run: Run): Steps<Document[]> {
  const { request, rest } = splitPipeline(pipeline);
  const { stream } = find(run.collectionNamed(name), run.view, { ...request, variables: run.variables });
  const found = yield* collected(stream);
  const documents = found.map(({ bytes }) => decode(bytes));
  return yield* runStages(compilePipeline(rest, Object.keys(run.variables)), documents, run);
}

/** The stages at the front that the collection itself answers, with its indexes, and the rest. */
export function splitPipeline(pipeline: Document[]): { request: Search; rest: Document[] } {
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
  const skip = next('$skip');
  const limit = next('$limit');
  const request: Search = {
    filter: filters.length > 1 ? { $and: filters } : filters[0],
    ...(sort !== undefined && { sort }),
    ...(skip !== undefined && { skip: natural(skip, '$skip', 0) }),
    ...(limit !== undefined && { limit: natural(limit, '$limit', 1) }),
  };
  return { request, rest };
}

export interface Aggregation {
  steps: Steps<Uint8Array[]>;
  isRisky: boolean;
}

/** Checks a pipeline, and gives the work of running it. */
export function aggregateSteps(request: AggregateRequest): Aggregation {
  const { view, source, collectionNamed, variables = {} } = request;
  const names = Object.keys(variables);
  const values: Document = {};
  for (const name of names) values[name] = compileExpression(variables[name])({ root: {}, variables: {} });
  const run: Run = { view, collectionNamed, variables: values };
  const pipeline = assertPipeline(request.pipeline);
  compilePipeline(pipeline, names);
  if (!source) throw location(40602, 'a pipeline without a collection is not supported');
  return {
    steps: aggregate(source, pipeline, run, request.hint),
    isRisky: holdsRiskyRegex(pipeline),
  };
}

function* aggregate(source: Collection, pipeline: Document[], run: Run, hint: unknown): Steps<Uint8Array[]> {
  const { request, rest } = splitPipeline(pipeline);
  const first: Search = { ...request, hint, variables: run.variables };
  const counting = countField(first, rest);
  if (counting) {
    const total = yield* count(source, run.view, first).steps;
    return total === 0 ? [] : [encode({ ...counting.constants, [counting.name]: total })];
  }
  const found = yield* collected(find(source, run.view, first).stream);
  if (rest.length === 0) return found.map(({ bytes }) => bytes);
  const stages = compilePipeline(rest, Object.keys(run.variables));
  const documents = yield* runStages(
    stages,
    found.map(({ bytes }) => decode(bytes)),
    run,
  );
  return documents.map((document) => encode(document));
}

/** `$count`, and the group that drivers send for countDocuments, need no documents. */
function countField(
  { sort }: Search,
  rest: readonly Document[],
): { name: string; constants: Document } | undefined {
  const [stage] = rest;
  if (!stage || rest.length !== 1 || sort !== undefined) return undefined;
  if (typeof stage.$count === 'string') return { name: stage.$count, constants: {} };
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
