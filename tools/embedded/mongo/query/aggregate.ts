import { decode, setField, type Document } from '../bson/decode.ts';
import { encode, toPlain } from '../bson/encode.ts';
import { isDocument, toNumber } from '../bson/values.ts';
import { badValue, location, MongoError } from '../errors.ts';
import type { Collection, View } from '../storage/collection.ts';
import { countMatches, search, type Execution, type Search } from './find.ts';
import { refuseUnsafe, runStages } from './library.ts';
import { valuesAt } from './paths.ts';
import { holdsRiskyRegex, withinTime } from './regex.ts';
import { setAt } from '../update/target.ts';

export type AggregateRequest = {
  view: View;
  /** The collection the pipeline starts from; absent for `aggregate: 1`. */
  source?: Collection;
  collectionNamed: (name: string) => Collection;
  pipeline: Document[];
  variables?: Document;
  hint?: unknown;
};

const STAGES = new Set([
  '$addFields',
  '$bucket',
  '$bucketAuto',
  '$count',
  '$densify',
  '$documents',
  '$facet',
  '$fill',
  '$graphLookup',
  '$group',
  '$limit',
  '$lookup',
  '$match',
  '$project',
  '$redact',
  '$replaceRoot',
  '$replaceWith',
  '$sample',
  '$set',
  '$skip',
  '$sort',
  '$sortByCount',
  '$unionWith',
  '$unset',
  '$unwind',
]);

/** Checks that every stage, also of inner pipelines, is one this server has. */
export function assertPipeline(pipeline: unknown): asserts pipeline is Document[] {
  if (!Array.isArray(pipeline))
    throw new MongoError(14, 'TypeMismatch', "'pipeline' option must be an array");
  for (const stage of pipeline) {
    const names = isDocument(stage) ? Object.keys(stage) : [];
    if (names.length !== 1) {
      throw location(40323, 'A pipeline stage specification object must contain exactly one field.');
    }
    const name = names[0]!;
    if (!STAGES.has(name)) throw location(40324, `Unrecognized pipeline stage name: '${name}'`);
    assertInnerPipelines(name, (stage as Document)[name]);
  }
  refuseUnsafe(pipeline);
}

function assertInnerPipelines(name: string, body: unknown): void {
  if (name === '$facet' && isDocument(body)) for (const inner of Object.values(body)) assertPipeline(inner);
  else if ((name === '$lookup' || name === '$unionWith') && isDocument(body) && body.pipeline !== undefined) {
    assertPipeline(body.pipeline);
  }
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

function natural(value: unknown, stage: string, lowest: number): number {
  const number = toNumber(value);
  if (!Number.isInteger(number) || number < lowest) {
    throw location(15957, `invalid argument to ${stage} stage: ${String(value)}`);
  }
  return number;
}

/** Runs a pipeline; gives encoded documents, and how the first stages reached theirs. */
export function aggregate(request: AggregateRequest): { documents: Uint8Array[]; execution?: Execution } {
  assertPipeline(request.pipeline);
  const { request: first, rest } = splitPipeline(request.pipeline);
  if (!request.source) return { documents: runRest([], request.pipeline, request).map(encode) };
  const counted = countOnly(request, first, rest);
  if (counted) return { documents: counted.map(encode) };
  const { found, execution } = search(request.source, request.view, { ...first, hint: request.hint });
  if (rest.length === 0) return { documents: found.map(({ bytes }) => bytes), execution };
  const documents = found.map(({ bytes }) => decode(bytes, 'plain'));
  return { documents: runRest(documents, rest, request).map(encode), execution };
}

/** `$count`, and the group that drivers send for countDocuments, need no documents. */
function countOnly(
  { source, view, hint }: AggregateRequest,
  first: Search,
  rest: Document[],
): Document[] | undefined {
  if (rest.length !== 1 || first.sort !== undefined) return undefined;
  const field = countField(rest[0]!);
  if (!field) return undefined;
  const count = countMatches(source!, view, { ...first, hint });
  return count === 0 ? [] : [{ ...field.constants, [field.name]: count }];
}

function countField(stage: Document): { name: string; constants: Document } | undefined {
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

function runRest(documents: Document[], stages: Document[], request: AggregateRequest): Document[] {
  const run = () => runSegments(documents, stages, request);
  return holdsRiskyRegex(stages) ? withinTime(run) : run();
}

/** Joins by one field go through the other collection's index; everything else is the library's. */
function runSegments(documents: Document[], stages: Document[], request: AggregateRequest): Document[] {
  const at = stages.findIndex(isPlainLookup);
  if (at < 0) return runLibrary(documents, stages, request);
  const before = at === 0 ? documents : runLibrary(documents, stages.slice(0, at), request);
  const joined = lookUp(before, stages[at]!.$lookup as Lookup, request);
  return runSegments(joined, stages.slice(at + 1), request);
}

type Lookup = { from: string; localField: string; foreignField: string; as: string };

function isPlainLookup({ $lookup: lookup }: Document): boolean {
  return isDocument(lookup) && typeof lookup.localField === 'string' && lookup.pipeline === undefined;
}

function lookUp(
  documents: Document[],
  lookup: Lookup,
  { collectionNamed, view }: AggregateRequest,
): Document[] {
  const { from, localField, foreignField, as } = lookup;
  if ([from, foreignField, as].some((option) => typeof option !== 'string')) {
    throw new MongoError(9, 'FailedToParse', '$lookup needs from, localField, foreignField and as');
  }
  const foreign = collectionNamed(from);
  const parts = localField.split('.');
  for (const document of documents) {
    const values = valuesAt(document, parts);
    const filter = { [foreignField]: { $in: values.length ? values : [null] } };
    const { found } = search(foreign, view, { filter });
    const matches = found.map(({ bytes }) => decode(bytes, 'plain'));
    if (as.includes('.')) setAt(document, as.split('.'), matches);
    else setField(document, as, matches);
  }
  return documents;
}

function runLibrary(documents: Document[], stages: Document[], request: AggregateRequest): Document[] {
  if (stages.length === 0) return documents;
  const { collectionNamed, view, variables } = request;
  const everything = (name: string): Document[] =>
    search(collectionNamed(name), view, {}).found.map(({ bytes }) => decode(bytes, 'plain'));
  try {
    return runStages(documents, toPlain(stages), {
      collectionResolver: everything,
      ...(variables && { variables: toPlain(variables) }),
    });
  } catch (error) {
    throw libraryError(error);
  }
}

function libraryError(error: unknown): unknown {
  if (error instanceof MongoError || (error as NodeJS.ErrnoException).code?.startsWith('ERR_SCRIPT'))
    return error;
  const message = error instanceof Error ? error.message : String(error);
  const unknown = /(?:unregistered|unknown|invalid|unrecognized|not registered).*?(\$\w+)/i.exec(message);
  if (unknown)
    return new MongoError(168, 'InvalidPipelineOperator', `Unrecognized expression '${unknown[1]}'`);
  return badValue(message);
}
