import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { readRun, type Run } from '../run/data-directory.ts';
import { freePortFrom } from '../run/ports.ts';
import { aCollector, type Span } from './collector.ts';
import { publicPorts, start, untilReady } from './product.ts';

const startMs = 240_000;

export interface RunningProduct {
  dataDir: string;
  /** Ports of the edges, as settings. */
  settings: Record<string, string>;
  /** Address of the web client. */
  web: string;
  run(): Run;
  /** Spans that all processes have exported. */
  spans: readonly Span[];
}

/** Starts the product once for the suites of a drill file. Returns a function that gives it to their tests. */
export function useProduct(env: Record<string, string>, ...args: string[]): () => RunningProduct {
  let product: RunningProduct | undefined;
  let stop = async () => {};
  beforeAll(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'drill-'));
    const collector = await aCollector(await freePortFrom(18_000 + (process.pid % 1_000), new Set()));
    const settings = await publicPorts();
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    const running = start({ KUMBUKA_DATA_DIR: dataDir, ...settings, ...endpoint, ...env }, ...args);
    stop = async () => {
      running.process.kill('SIGTERM');
      await running.ended;
      collector.stop();
      rmSync(dataDir, { recursive: true, force: true });
    };
    const [web = ''] = await untilReady(running);
    product = { dataDir, settings, web, run: () => runOf(dataDir), spans: collector.spans };
  }, startMs);
  afterAll(() => stop(), startMs);
  return () => {
    if (!product) throw new Error('The product has not been started.');
    return product;
  };
}

function runOf(dataDir: string): Run {
  const run = readRun(dataDir);
  if (!run) throw new Error('run.json is missing');
  return run;
}
