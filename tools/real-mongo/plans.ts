import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Query shape that a server did not answer from an index alone. */
export interface CostlyPlan {
  /** Namespace, command, filter and sort without values. */
  shape: string;
  /** The whole collection is read. */
  isScan: boolean;
  /** The results are sorted in memory. */
  isSort: boolean;
}

type Fields = Record<string, unknown>;

interface LoggedOperation {
  ns: string;
  type: string;
  command: Fields;
  planSummary?: string;
  hasSortStage?: boolean;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names of values that are no documents, as the log prints them. */
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

/** The filter with `?` for every value. */
function withoutValues(value: unknown, name = ''): unknown {
  if (Array.isArray(value) && lists.has(name)) return value.map((part) => withoutValues(part));
  if (!isFields(value)) return '?';
  const entries = Object.entries(value);
  if (entries.some(([key]) => wrapped.has(key))) return '?';
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutValues(inner, key)]));
}

const text = (value: unknown): string => JSON.stringify(value).replaceAll('"', '');
const filterText = (filter: unknown): string => text(withoutValues(filter ?? {}));

function stagesText(pipeline: unknown): string {
  const stages = Array.isArray(pipeline) ? pipeline.filter(isFields) : [];
  return stages
    .map((stage) => {
      const [name = '', body] = Object.entries(stage)[0] ?? [];
      if (name === '$match') return `$match ${filterText(body)}`;
      return name === '$sort' ? `$sort ${text(body)}` : name;
    })
    .join(', ');
}

function shapeOf({ ns, type, command }: LoggedOperation): string {
  const sort = isFields(command['sort']) ? ` sort ${text(command['sort'])}` : '';
  if (type === 'update' || type === 'remove') return `${ns} ${type} ${filterText(command['q'])}`;
  if (command['aggregate'] !== undefined) return `${ns} aggregate ${stagesText(command['pipeline'])}`;
  const name = Object.keys(command)[0] ?? type;
  return `${ns} ${name} ${filterText(command['filter'] ?? command['query'])}${sort}`;
}

/** The sort of a few groups has no index, whatever is stored. */
const sortsGroups = ({ command }: LoggedOperation): boolean =>
  Array.isArray(command['pipeline']) &&
  command['pipeline'].some((stage) => isFields(stage) && '$group' in stage);

/** Reads a line of the log; `null` for operations of others and for those that an index answered. */
export function costlyPlan(line: string, appName: string): CostlyPlan | null {
  // Most lines are rejected before they are parsed.
  if (!line.includes(`"appName":"${appName}`)) return null;
  if (!line.includes('"COLLSCAN') && !line.includes('"hasSortStage":true')) return null;
  const { attr } = JSON.parse(line) as { attr: LoggedOperation };
  if (attr.planSummary === undefined || attr.command['getMore'] !== undefined) return null;
  const isScan = attr.planSummary.includes('COLLSCAN');
  const isSort = attr.hasSortStage === true && !sortsGroups(attr);
  return isScan || isSort ? { shape: shapeOf(attr), isScan, isSort } : null;
}

/** Collects the costly plans of the operations in a log to which the server writes every operation. */
export function createPlanRecorder(appName: string) {
  const found = new Map<string, CostlyPlan>();
  return {
    read(log: Readable): void {
      createInterface({ input: log }).on('line', (line) => {
        const plan = costlyPlan(line, appName);
        if (plan) found.set(`${plan.shape} ${plan.isScan} ${plan.isSort}`, plan);
      });
    },
    plans: (): CostlyPlan[] => [...found.values()].toSorted((a, b) => (a.shape < b.shape ? -1 : 1)),
  };
}

export type PlanRecorder = ReturnType<typeof createPlanRecorder>;
