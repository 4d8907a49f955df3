import type { Document } from '../../bson/decode.ts';
import { isDocument } from '../../bson/values.ts';
import { location } from '../../errors.ts';
import { computeFields, readComputedFields } from '../computed-fields.ts';
import { compileExpression } from '../expressions/compile.ts';
import { compileProjectStage } from '../projection.ts';
import { valueAt } from '../paths.ts';
import { withoutFieldAt, withValueAt } from '../../update/target.ts';
import { eachDocument, type Stage } from './stage.ts';

export function compileProject(body: unknown, variables: readonly string[]): Stage {
  if (!isDocument(body)) throw location(15969, '$project specification must be an object');
  const project = compileProjectStage(body, variables);
  return eachDocument((root, run) => [project(root, { root, variables: run.variables })]);
}

export function compileAddFields(body: unknown, variables: readonly string[]): Stage {
  if (!isDocument(body)) throw location(40272, '$addFields specification stage must be an object');
  const fields = readComputedFields(Object.entries(body), variables);
  return eachDocument((root, run) => [
    computeFields(root, fields, { root, variables: run.variables }) as Document,
  ]);
}

export function compileUnset(body: unknown): Stage {
  const paths: unknown[] = Array.isArray(body) ? body : [body];
  if (paths.length === 0 || !paths.every((path) => typeof path === 'string' && path !== '')) {
    throw location(31002, '$unset specification must be a string or an array of strings');
  }
  const hidden = Object.fromEntries(paths.map((path) => [path, 0])) as Document;
  const project = compileProjectStage(hidden, []);
  return eachDocument((root, run) => [project(root, { root, variables: run.variables })]);
}

export function compileReplaceRoot(body: unknown, variables: readonly string[]): Stage {
  if (!isDocument(body) || !('newRoot' in body))
    throw location(40231, 'no newRoot specified for the $replaceRoot stage');
  return compileReplaceWith(body.newRoot, variables);
}

export function compileReplaceWith(body: unknown, variables: readonly string[]): Stage {
  const newRoot = compileExpression(body, variables);
  return eachDocument((root, run) => {
    const document = newRoot({ root, variables: run.variables });
    if (!isDocument(document)) throw location(40228, "'newRoot' expression must evaluate to an object");
    return [document];
  });
}

interface Unwinding {
  parts: string[];
  index: string[] | undefined;
  keepsEmpty: boolean;
}

/** `$unwind`: a document for each element of an array. */
export function compileUnwind(body: unknown): Stage {
  const unwinding = readUnwind(typeof body === 'string' ? { path: body } : body);
  return eachDocument((document) => unwind(document, unwinding));
}

function readUnwind(body: unknown): Unwinding {
  if (!isDocument(body))
    throw location(15981, 'expected either a string or an object as specification for $unwind stage');
  const { path, includeArrayIndex, preserveNullAndEmptyArrays = false, ...others } = body;
  if (Object.keys(others).length > 0) throw location(28811, 'unrecognized option to $unwind stage');
  if (typeof path !== 'string') throw location(28812, 'no path specified to $unwind stage');
  if (!path.startsWith('$') || path.length < 2) {
    throw location(28818, "path option to $unwind stage should be prefixed with a '$'");
  }
  if (
    includeArrayIndex !== undefined &&
    (typeof includeArrayIndex !== 'string' || /^\$|^$/.test(includeArrayIndex))
  ) {
    throw location(28810, 'expected a non-empty string for the includeArrayIndex option to $unwind stage');
  }
  if (typeof preserveNullAndEmptyArrays !== 'boolean') {
    throw location(28809, 'expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage');
  }
  return {
    parts: path.slice(1).split('.'),
    index: includeArrayIndex?.split('.'),
    keepsEmpty: preserveNullAndEmptyArrays,
  };
}

function unwind(document: Document, { parts, index, keepsEmpty }: Unwinding): Document[] {
  const value = throughDocuments(document, parts);
  if (Array.isArray(value) && value.length > 0) {
    return value.map((element, position) => {
      const one = withValueAt(document, parts, element);
      return index ? withValueAt(one, index, BigInt(position)) : one;
    });
  }
  const isEmpty = value === undefined || value === null || Array.isArray(value);
  if (isEmpty && !keepsEmpty) return [];
  const kept = Array.isArray(value) ? withoutFieldAt(document, parts) : document;
  return [index ? withValueAt(kept, index, null) : kept];
}

/** An array on the way is not looked into. */
const throughDocuments = (document: Document, parts: string[]): unknown =>
  parts.every((_, depth) => depth === 0 || isDocument(valueAt(document, parts.slice(0, depth))))
    ? valueAt(document, parts)
    : undefined;
