import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { median } from '../../product/measure.ts';
import type { Product } from '../../product/product.ts';
import { load, type LoadRequest, type LoadResult } from '../load.ts';
import { giveWorkers, restLoads } from '../rest-loads.ts';
import type { Row } from './row.ts';

const warmSeconds = 1.5;

interface Bare {
  address: string;
  tokens: string[];
  stop(): Promise<void>;
}

async function startBare(mongoUri: string): Promise<Bare> {
  const program = new URL('bare-server.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [program, mongoUri], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return {
    ...(JSON.parse(line) as Pick<Bare, 'address' | 'tokens'>),
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** Sends the load of one round to one side. */
type Side = (seconds: number) => Promise<LoadResult>;

function assertNoErrors({ statuses }: LoadResult) {
  const rejected = Object.keys(statuses).filter((status) => !status.startsWith('2'));
  if (rejected.length > 0) throw new Error(`The product responded with ${rejected.join(', ')}.`);
}

/** Alternates both sides, so that other work on the machine affects both alike. */
async function compare(name: string, [product, bare]: [Side, Side], size: Size): Promise<Row[]> {
  await product(warmSeconds);
  await bare(warmSeconds);
  const rounds: [LoadResult, LoadResult][] = [];
  for (let round = 0; round < size.rounds; round++) {
    const isFirst = round % 2 === 0;
    const first = await (isFirst ? product : bare)(size.seconds);
    const second = await (isFirst ? bare : product)(size.seconds);
    rounds.push(isFirst ? [first, second] : [second, first]);
  }
  rounds.flat().forEach(assertNoErrors);
  const of = (pick: (round: [LoadResult, LoadResult]) => number) => median(rounds.map(pick));
  return [
    { id: `${name} rate`, value: of(([own]) => own.requestsPerSecond) },
    {
      id: `${name} rate over bare`,
      value: of(([own, other]) => own.requestsPerSecond / other.requestsPerSecond),
    },
    { id: `${name} p99`, value: of(([own]) => own.p99) },
    { id: `${name} p99 over bare`, value: of(([own, other]) => own.p99 / other.p99) },
  ];
}

export interface Size {
  rounds: number;
  /** Seconds of one side in one round. */
  seconds: number;
}

/** Measures rates and latencies of three REST requests, and their ratios to a bare server on the same MongoDB. */
export async function restRows(product: Product, mongoUri: string, size: Size): Promise<Row[]> {
  const bare = await startBare(mongoUri);
  try {
    const workers = await giveWorkers(product.rest);
    const rows: Row[] = [];
    for (const { name, next } of restLoads()) {
      const [method = '', path = ''] = name.split(' ');
      const own: Side = (seconds) => load(product.rest, seconds, workers, next);
      const request = (token: string): LoadRequest =>
        method === 'POST'
          ? {
              method,
              path,
              token,
              body: '{"deck_id":1,"flashcard_id":1,"was_correct":true,"time_spent":0.1}',
            }
          : { method: 'GET', path, token };
      const other: Side = (seconds) => load(bare.address, seconds, bare.tokens, request);
      rows.push(...(await compare(name, [own, other], size)));
    }
    return rows;
  } finally {
    await bare.stop();
  }
}
