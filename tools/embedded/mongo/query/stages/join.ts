import { decode, type Document } from '../../bson/decode.ts';
import { isDocument } from '../../bson/values.ts';
import { badValue, failedToParse, location } from '../../errors.ts';
import { withValueAt } from '../../update/target.ts';
import { compileExpression } from '../expressions/compile.ts';
import { collected, find } from '../find.ts';
import { someAt } from '../paths.ts';
import { isRegex } from '../regex.ts';
import type { Run, Stage, Steps } from './stage.ts';

/** Compiles a pipeline and runs it on a collection. */
export interface Pipelines {
  compile: (pipeline: unknown, variables: readonly string[]) => unknown;
  runOn: (name: string, pipeline: Document[], run: Run) => Steps<Document[]>;
}

const OPTIONS = new Set(['from', 'localField', 'foreignField', 'as', 'let', 'pipeline']);

/** `$lookup` by one field each, through an index of the other collection, or by a pipeline of its own. */
export function compileLookup(body: unknown, variables: readonly string[], pipelines: Pipelines): Stage {
  if (!isDocument(body)) throw failedToParse('the $lookup specification must be an Object');
  const unknown = Object.keys(body).find((name) => !OPTIONS.has(name));
  if (unknown !== undefined) throw failedToParse(`unknown argument to $lookup: ${unknown}`);
  const { from, localField, foreignField, as, pipeline } = body;
  if (typeof from !== 'string' || typeof as !== 'string') throw failedToParse('$lookup needs from and as');
  const byField = localField !== undefined || foreignField !== undefined;
  if (byField && pipeline !== undefined) {
    throw badValue('$lookup with localField, foreignField and a pipeline is not supported');
  }
  if (!byField) return lookUpByPipeline(from, as, body, variables, pipelines);
  if (typeof localField !== 'string' || typeof foreignField !== 'string') {
    throw failedToParse('$lookup requires both or neither of localField and foreignField');
  }
  return lookUpByField(from, as, localField.split('.'), foreignField);
}

function lookUpByField(from: string, as: string, localParts: string[], foreignField: string): Stage {
  const path = as.split('.');
  return function* (documents, run) {
    const joined: Document[] = [];
    const foreign = run.collectionNamed(from);
    for (const document of documents) {
      const filter = { [foreignField]: { $in: localValues(document, localParts) } };
      const found = yield* collected(find(foreign, run.view, { filter }).stream);
      joined.push(
        withValueAt(
          document,
          path,
          found.map(({ bytes }) => decode(bytes)),
        ),
      );
      yield undefined;
    }
    return joined;
  };
}

/** What the field holds: the elements of an array each, null when it is missing. */
function localValues(document: Document, parts: readonly string[]): unknown[] {
  const values: unknown[] = [];
  someAt(document, parts, (value) => {
    if (Array.isArray(value) && value.length === 0)
      throw badValue('$lookup by an empty array is not supported');
    if (Array.isArray(value)) values.push(...(value as unknown[]));
    else values.push(value ?? null);
    return false;
  });
  if (values.some(isRegex)) throw badValue('$lookup by a regular expression is not supported');
  return values.length > 0 ? values : [null];
}

function lookUpByPipeline(
  from: string,
  as: string,
  { let: variables = {}, pipeline }: Document,
  outer: readonly string[],
  { compile, runOn }: Pipelines,
): Stage {
  if (!isDocument(variables)) throw failedToParse('$lookup argument let must be an object');
  if (!Array.isArray(pipeline))
    throw failedToParse('$lookup requires a pipeline or localField and foreignField');
  const values = Object.entries(variables).map(([name, value]) => ({
    name,
    value: compileExpression(value, outer),
  }));
  compile(pipeline, [...outer, ...Object.keys(variables)]);
  const path = as.split('.');
  return function* (documents, run) {
    const joined: Document[] = [];
    for (const root of documents) {
      const bound = { ...run.variables };
      for (const { name, value } of values) bound[name] = value({ root, variables: run.variables });
      const found = yield* runOn(from, pipeline as Document[], { ...run, variables: bound });
      joined.push(withValueAt(root, path, found));
      yield undefined;
    }
    return joined;
  };
}

/** `$unionWith`: the documents of another collection come after those of this one. */
export function compileUnionWith(body: unknown, variables: readonly string[], pipelines: Pipelines): Stage {
  const { coll, pipeline = [] } = typeof body === 'string' ? { coll: body } : isDocument(body) ? body : {};
  if (typeof coll !== 'string' || !Array.isArray(pipeline)) {
    throw location(40413, '$unionWith needs a collection, and a pipeline as an array');
  }
  pipelines.compile(pipeline, variables);
  return function* (documents, run) {
    const others = yield* pipelines.runOn(coll, pipeline as Document[], run);
    return [...documents, ...others];
  };
}
