import { readFileSync } from 'node:fs';

const rules = readFileSync(new URL('../../../containers/config/alerts.yml', import.meta.url), 'utf8');

/** Returns the expression of an alert. The rule must have it in one line. */
export function expressionOf(alert: string): string {
  const [, expression] = new RegExp(`- alert: ${alert}\\n\\s+expr: ([^|\\n].*)`).exec(rules) ?? [];
  if (expression === undefined) throw new Error(`No alert ${alert} has an expression in one line.`);
  return expression;
}

/** Returns the largest sample of a metric in the metrics of a process, or NaN without samples. */
function readMetric(metrics: string, name: string): number {
  const samples = metrics.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'));
  const values = [...samples].map(([, value]) => Number(value));
  return values.length === 0 ? NaN : Math.max(...values);
}

const term = /^(?:max\((?<greatest>\w+)\)|(?<plain>\w+))$/;

function valueOf(metrics: string, expression: string): number {
  const [dividend = '', divisor] = expression.split(' / ');
  const { greatest, plain } = term.exec(dividend.trim())?.groups ?? {};
  const name = greatest ?? plain;
  if (name === undefined) throw new Error(`${dividend} is not supported.`);
  const value = readMetric(metrics, name);
  return divisor === undefined ? value : value / valueOf(metrics, divisor);
}

export interface Evaluation {
  /** Whether the expression is true for the metrics of the process. */
  isOn: boolean;
  value: number;
}

/** Evaluates an alert's expression of the form `metric [/ metric] > number` on the metrics of one process. */
export function evaluate(expression: string, metrics: string): Evaluation {
  const [left = '', threshold] = expression.split(' > ');
  if (threshold === undefined || Number.isNaN(Number(threshold)))
    throw new Error(`${expression} is not supported.`);
  const value = valueOf(metrics, left);
  return { isOn: value > Number(threshold), value };
}

/** Fetches the metrics of a process as Prometheus does. */
export async function scrape(url: string, metricsKey: string): Promise<string> {
  const response = await fetch(new URL('/metrics', url), {
    headers: { authorization: `Bearer ${metricsKey}` },
  });
  return response.text();
}
