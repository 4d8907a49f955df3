import { readFileSync } from 'node:fs';

const rules = readFileSync(new URL('../../../containers/config/alerts.yml', import.meta.url), 'utf8');

/** The expression of an alert whose rule has it in one line. */
export function expressionOf(alert: string): string {
  const [, expression] = new RegExp(`- alert: ${alert}\\n\\s+expr: ([^|\\n].*)`).exec(rules) ?? [];
  if (expression === undefined) throw new Error(`There is no alert ${alert} with an expression in one line.`);
  return expression;
}

/** The greatest of a metric's samples in what a process tells; NaN when it tells none. */
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
  if (name === undefined) throw new Error(`${dividend} is more than can be read here.`);
  const value = readMetric(metrics, name);
  return divisor === undefined ? value : value / valueOf(metrics, divisor);
}

export interface Reading {
  /** Whether the expression holds for what the process tells. */
  isOn: boolean;
  value: number;
}

/** An alert's expression of the form `metric [/ metric] > number`, for what one process tells at `/metrics`. */
export function evaluate(expression: string, metrics: string): Reading {
  const [left = '', most] = expression.split(' > ');
  if (most === undefined || Number.isNaN(Number(most)))
    throw new Error(`${expression} is more than can be read here.`);
  const value = valueOf(metrics, left);
  return { isOn: value > Number(most), value };
}

/** Returns the metrics of a process as Prometheus reads them. */
export async function scrape(url: string, metricsKey: string): Promise<string> {
  const response = await fetch(new URL('/metrics', url), {
    headers: { authorization: `Bearer ${metricsKey}` },
  });
  return response.text();
}
