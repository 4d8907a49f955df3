import { setField, type Document } from '../../bson/decode.ts';
import { encodeKey } from '../../bson/keys.ts';
import { compareValues, isDocument, isNumeric, toNumber } from '../../bson/values.ts';
import { location } from '../../errors.ts';
import { add, asDouble, kindOf } from '../../update/numbers.ts';
import type { Stage } from './stage.ts';
import { compileValue, type ValueOf } from './value.ts';

/** Accumulator: takes the values of documents and returns their result. */
interface Accumulator {
  add(value: unknown): void;
  result(): unknown;
}

/** Sum of doubles that is rounded once (Neumaier summation). */
function createDoubleSum() {
  let [sum, lost] = [0, 0];
  return {
    add(value: number): void {
      const next = sum + value;
      lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
      sum = next;
    },
    total: (): number => (Number.isFinite(lost) ? sum + lost : sum),
  };
}

/** Sums numbers of all BSON types and ignores other values. */
function sum(): Accumulator {
  const doubles = createDoubleSum();
  let exact: unknown = 0;
  let hasDouble = false;
  return {
    add(value: unknown): void {
      if (!isNumeric(value)) return;
      if (kindOf(value) === 'double') {
        hasDouble = true;
        doubles.add(toNumber(value));
      } else exact = add(exact, value);
    },
    result(): unknown {
      if (!hasDouble) return exact;
      doubles.add(toNumber(exact));
      exact = 0;
      return asDouble(doubles.total());
    },
  };
}

const extreme = (wins: (order: number) => boolean) => (): Accumulator => {
  let best: unknown = null;
  return {
    add(value) {
      if (value === null || value === undefined) return;
      if (best === null || wins(compareValues(value, best))) best = value;
    },
    result: () => best,
  };
};

const ACCUMULATORS: ReadonlyMap<string, () => Accumulator> = new Map([
  ['$sum', sum],
  ['$min', extreme((order) => order < 0)],
  ['$max', extreme((order) => order > 0)],
]);

interface GroupField {
  name: string;
  create: () => Accumulator;
  value: ValueOf;
}

interface Group {
  id: unknown;
  accumulators: Accumulator[];
}

/** Compiles `$group`. Groups are in the order of their first documents. */
export function compileGroup(body: unknown): Stage {
  if (!isDocument(body)) throw location(15947, "a group's fields must be specified in an object");
  if (!('_id' in body)) throw location(15955, 'a group specification must include an _id');
  const { _id, ...rest } = body;
  const id = compileValue(_id);
  const fields = Object.entries(rest).map(([name, accumulator]) => readField(name, accumulator));
  return function* (documents) {
    const groups = new Map<string, Group>();
    for (const [position, root] of documents.entries()) {
      if (position % 64 === 63) yield undefined;
      const value = id(root) ?? null;
      const key = encodeKey(value);
      let group = groups.get(key);
      if (!group)
        groups.set(key, (group = { id: value, accumulators: fields.map(({ create }) => create()) }));
      for (const [index, field] of fields.entries()) group.accumulators[index]!.add(field.value(root));
    }
    const results: Document[] = [];
    for (const group of groups.values()) {
      if (results.length % 64 === 63) yield undefined;
      results.push(documentOf(group, fields));
    }
    return results;
  };
}

function readField(name: string, accumulator: unknown): GroupField {
  if (name.includes('.')) throw location(40235, `The field name '${name}' cannot contain '.'`);
  if (name.startsWith('$')) throw location(40236, `The field name '${name}' cannot be an operator name`);
  if (!isDocument(accumulator)) throw location(40234, `The field '${name}' must be an accumulator object`);
  const entries = Object.entries(accumulator);
  const [operator, operand] = entries[0] ?? ['', undefined];
  if (entries.length !== 1) throw location(40238, `The field '${name}' must specify one accumulator`);
  const create = ACCUMULATORS.get(operator);
  if (!create) throw location(15952, `the group operator ${operator} is not supported`);
  if (Array.isArray(operand)) throw location(40237, `The ${operator} accumulator is a unary operator`);
  return { name, create, value: compileValue(operand) };
}

function documentOf({ id, accumulators }: Group, fields: GroupField[]): Document {
  const document: Document = { _id: id };
  for (const [index, { name }] of fields.entries()) setField(document, name, accumulators[index]!.result());
  return document;
}
