import type { Document } from '../bson/decode.ts';
import { isDocument, isNumeric, toNumber } from '../bson/values.ts';
import { failedToParse, location, typeMismatch } from '../errors.ts';
import { assertFields } from './fields.ts';

const UPDATE_FIELDS = ['q', 'u', 'multi', 'upsert', 'hint'];
const DELETE_FIELDS = ['q', 'limit', 'hint'];

/** Validated update statement. Only findAndModify has a `sort`. */
export interface UpdateStatement {
  filter: Document;
  change: unknown;
  hint: unknown;
  sort?: unknown;
  multi: boolean;
  upsert: boolean;
}

export interface DeleteStatement {
  filter: Document;
  hint: unknown;
  one: boolean;
}

export function readUpdate(statement: Document): UpdateStatement {
  const at = 'update.updates';
  assertStatement(statement, UPDATE_FIELDS, at, ['q', 'u']);
  const multi = flag(statement, 'multi', at);
  return {
    filter: documentOf(statement, 'q', at),
    change: statement.u,
    hint: statement.hint,
    multi,
    upsert: flag(statement, 'upsert', at),
  };
}

export function readDelete(statement: Document): DeleteStatement {
  const at = 'delete.deletes';
  assertStatement(statement, DELETE_FIELDS, at, ['q', 'limit']);
  const { limit, hint } = statement;
  if (!isNumeric(limit)) throw wrongType(at, 'limit', "[long, int, decimal, double']");
  const count = toNumber(limit);
  if (count !== 0 && count !== 1) {
    throw failedToParse(`The limit field in delete objects must be 0 or 1. Got ${count}`);
  }
  return { filter: documentOf(statement, 'q', at), hint, one: count === 1 };
}

function assertStatement(
  statement: Document,
  supported: readonly string[],
  at: string,
  required: readonly string[],
): void {
  assertFields(at, Object.keys(statement), supported);
  for (const name of required) {
    if (statement[name] === undefined) {
      throw location(40414, `BSON field '${at}.${name}' is missing but a required field`);
    }
  }
}

function flag(statement: Document, name: string, at: string): boolean {
  const value = statement[name] ?? false;
  if (typeof value === 'boolean') return value;
  if (isNumeric(value)) return toNumber(value) !== 0;
  throw wrongType(at, name, "'bool'");
}

function documentOf(statement: Document, name: string, at: string): Document {
  const value = statement[name];
  if (!isDocument(value)) throw wrongType(at, name, "'object'");
  return value;
}

const wrongType = (at: string, name: string, expected: string) =>
  typeMismatch(`BSON field '${at}.${name}' is the wrong type, expected type ${expected}`);
