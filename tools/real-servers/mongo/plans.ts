import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { isFields, queryOf, shapeOf, type LoggedOperation, type RecordedQuery } from './recorded-query.ts';

/** Query shape that reads a whole collection or sorts in memory. */
export interface CostlyPlan {
  /** Namespace, command, filter and sort without values. */
  shape: string;
  /** Reads the whole collection. */
  isScan: boolean;
  /** Sorts the results in memory. */
  isSort: boolean;
}

/** Whether an operation sorts groups, which no index supports. */
const sortsGroups = ({ command }: LoggedOperation): boolean =>
  Array.isArray(command['pipeline']) &&
  command['pipeline'].some((stage) => isFields(stage) && '$group' in stage);

/** Cheap plans without an index: a document by its id, and a count that the server maintains. */
const cheapPlans = ['"planSummary":"IDHACK"', '"planSummary":"RECORD_STORE_FAST_COUNT"'];

/** Parses a line of the log; `null` for operations of other clients and for those without a plan. */
function operationOf(line: string, appName: string): { operation: LoggedOperation; isWhole: boolean } | null {
  // Most lines are skipped before parsing.
  if (!line.includes(`"appName":"${appName}`) || !line.includes('"planSummary"')) return null;
  if (cheapPlans.some((plan) => line.includes(plan))) return null;
  const { attr, truncated } = JSON.parse(line) as { attr: LoggedOperation; truncated?: unknown };
  if (attr.command['getMore'] !== undefined || attr.command['explain'] !== undefined) return null;
  return { operation: attr, isWhole: truncated === undefined };
}

/** Returns the costly plan of an operation, or `null` when an index was enough. */
function costlyPlan(operation: LoggedOperation): CostlyPlan | null {
  const isScan = operation.planSummary?.includes('COLLSCAN') === true;
  const isSort = operation.hasSortStage === true && !sortsGroups(operation);
  return isScan || isSort ? { shape: shapeOf(operation), isScan, isSort } : null;
}

/** Collects one query of each shape and the costly plans from a log of all operations. */
export function createPlanRecorder(appName: string) {
  const found = new Map<string, CostlyPlan>();
  const queries = new Map<string, RecordedQuery>();
  function record(operation: LoggedOperation, isWhole: boolean) {
    const plan = costlyPlan(operation);
    if (plan) found.set(`${plan.shape} ${plan.isScan} ${plan.isSort}`, plan);
    // The log cuts long filters off; what is left of them would find everything.
    if (!isWhole) return;
    const query = queryOf(operation);
    queries.set(`${query.shape} ${query.limit === undefined}`, query);
  }
  return {
    read(log: Readable): void {
      createInterface({ input: log }).on('line', (line) => {
        const logged = operationOf(line, appName);
        if (logged) record(logged.operation, logged.isWhole);
      });
    },
    plans: (): CostlyPlan[] => [...found.values()].toSorted((a, b) => (a.shape < b.shape ? -1 : 1)),
    queries: (): RecordedQuery[] => [...queries.values()].toSorted((a, b) => (a.shape < b.shape ? -1 : 1)),
  };
}

export type PlanRecorder = ReturnType<typeof createPlanRecorder>;
