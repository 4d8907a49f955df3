import { mongo } from 'mongoose';

type Fields = Record<string, unknown>;

/** Operation of the log of a MongoDB server. */
export interface LoggedOperation {
  ns: string;
  type: string;
  command: Fields;
  planSummary?: string;
  hasSortStage?: boolean;
}

/** Read of a service, or the read part of its write. */
export interface RecordedQuery {
  ns: string;
  /** Namespace, command, filter, sort and hint without values. */
  shape: string;
  filter: Fields;
  sort?: Fields;
  limit?: number;
  skip?: number;
  hint?: unknown;
  collation?: Fields;
  /** Pipeline of an aggregation, with the filter as the first stage. */
  pipeline?: Fields[];
  /** Field of `distinct`. */
  key?: string;
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Field names of EJSON values in the log. */
const wrapped = new Set([
  '$oid',
  '$date',
  '$uuid',
  '$binary',
  '$timestamp',
  '$numberLong',
  '$regularExpression',
]);
const lists = new Set(['$and', '$or', '$nor']);

/** Replaces every value of a filter by `?`. */
function withoutValues(value: unknown, name = ''): unknown {
  if (Array.isArray(value) && lists.has(name)) return value.map((part) => withoutValues(part));
  if (!isFields(value)) return '?';
  const entries = Object.entries(value);
  if (entries.some(([key]) => wrapped.has(key))) return '?';
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutValues(inner, key)]));
}

const text = (value: unknown): string => JSON.stringify(value).replaceAll('"', '');
const filterText = (filter: unknown): string => text(withoutValues(filter ?? {}));

const stagesOf = (pipeline: unknown): Fields[] => (Array.isArray(pipeline) ? pipeline.filter(isFields) : []);

const stagesText = (pipeline: unknown): string =>
  stagesOf(pipeline)
    .map((stage) => {
      const [name = '', body] = Object.entries(stage)[0] ?? [];
      if (name === '$match') return `$match ${filterText(body)}`;
      return name === '$sort' ? `$sort ${text(body)}` : name;
    })
    .join(', ');

const hintText = ({ hint }: Fields): string =>
  hint === undefined || (isFields(hint) && Object.keys(hint).length === 0) ? '' : ` hint ${text(hint)}`;

export function shapeOf({ ns, type, command }: LoggedOperation): string {
  const sort = isFields(command['sort']) ? ` sort ${text(command['sort'])}` : '';
  const tail = `${sort}${hintText(command)}`;
  if (type === 'update' || type === 'remove') return `${ns} ${type} ${filterText(command['q'])}${tail}`;
  if (command['aggregate'] !== undefined)
    return `${ns} aggregate ${stagesText(command['pipeline'])}${hintText(command)}`;
  const name = Object.keys(command)[0] ?? type;
  return `${ns} ${name} ${filterText(command['filter'] ?? command['query'])}${tail}`;
}

/** Whether an operation changes at most one document. */
const changesOne = ({ type, command }: LoggedOperation): boolean =>
  (type === 'update' && command['multi'] !== true) ||
  (type === 'remove' && command['limit'] === 1) ||
  command['findAndModify'] !== undefined ||
  command['findandmodify'] !== undefined;

export function queryOf(operation: LoggedOperation): RecordedQuery {
  const { ns, command } = operation;
  const limit = changesOne(operation) ? 1 : command['limit'];
  const { sort, skip, hint, collation, key } = command;
  const pipeline = command['aggregate'] === undefined ? undefined : stagesOf(command['pipeline']);
  const filter = pipeline ? pipeline[0]?.['$match'] : (command['filter'] ?? command['query'] ?? command['q']);
  const query: Fields = {
    ns,
    shape: shapeOf(operation),
    filter: isFields(filter) ? filter : {},
    ...(isFields(sort) && Object.keys(sort).length > 0 ? { sort } : {}),
    ...(typeof limit === 'number' && limit > 0 ? { limit } : {}),
    ...(typeof skip === 'number' && skip > 0 ? { skip } : {}),
    ...(hintText(command) === '' ? {} : { hint }),
    ...(isFields(collation) ? { collation } : {}),
    ...(pipeline ? { pipeline } : {}),
    ...(command['distinct'] !== undefined && typeof key === 'string' ? { key } : {}),
  };
  // Parses dates and ids.
  return mongo.BSON.EJSON.deserialize(query) as RecordedQuery;
}
