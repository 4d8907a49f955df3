import { median, pause, show } from '../product/measure.ts';
import { startProduct, withoutLimits, type Product } from '../product/product.ts';
import { resolve } from 'node:path';
import { load } from './load.ts';
import { giveWorkers, restLoads, withCpuTime, type RestLoad, type Worker } from './rest-loads.ts';

const rounds = 12;
const sliceSeconds = 4;
const warmSeconds = 6;
/** Wait that includes the work after a response, such as events. */
const settleMs = 1_000;

interface Side {
  product: Product;
  workers: Worker[];
}

/** Measurements of one side, one per round. */
interface Figures {
  /** Requests per second. */
  rates: number[];
  /** CPU milliseconds per request. */
  cpuMs: number[];
}

async function startSide(checkout?: string): Promise<Side> {
  const product = await startProduct({ env: withoutLimits, ...(checkout ? { checkout } : {}) });
  return { product, workers: await giveWorkers(product.rest) };
}

async function measure({ product, workers }: Side, { next }: RestLoad, { rates, cpuMs }: Figures) {
  const result = await withCpuTime(product, async () => {
    const loaded = await load(product.rest, sliceSeconds, workers, next);
    await pause(settleMs);
    return loaded;
  });
  const rejected = Object.keys(result.statuses).filter((status) => !status.startsWith('2'));
  if (rejected.length > 0) throw new Error(`The product responded with ${rejected.join(', ')}.`);
  rates.push(result.requestsPerSecond);
  cpuMs.push(result.cpuMs);
}

const ratio = (these: readonly number[], those: readonly number[]) =>
  show(median(these.map((value, round) => value / (those[round] ?? NaN))), 2);

const summaryOf = ({ rates, cpuMs }: Figures) =>
  `${show(median(rates), 0)} requests/s, CPU ${show(median(cpuMs), 2)} ms per request`;

async function compare(here: Side, there: Side, restLoad: RestLoad) {
  const figures: Record<'here' | 'there', Figures> = {
    here: { rates: [], cpuMs: [] },
    there: { rates: [], cpuMs: [] },
  };
  for (const { product, workers } of [here, there])
    await load(product.rest, warmSeconds, workers, restLoad.next);
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) await measure(here, restLoad, figures.here);
    await measure(there, restLoad, figures.there);
    if (round % 2 === 1) await measure(here, restLoad, figures.here);
  }
  console.log(`${restLoad.name}: here ${summaryOf(figures.here)}; there ${summaryOf(figures.there)}`);
  const [rate, cpu] = (['rates', 'cpuMs'] as const).map((of) => ratio(figures.here[of], figures.there[of]));
  console.log(`  here to there, median of ${rounds} rounds: rate ${rate}, CPU ${cpu}`);
}

/**
 * Compares this checkout with another one. Both run, and the load alternates every few seconds, so that other work on
 * the machine affects both alike. The other checkout must be installed (`npm ci`) and have been started once.
 */
export async function besideSuite(folder: string) {
  const here = await startSide();
  try {
    const there = await startSide(resolve(folder));
    try {
      for (const restLoad of restLoads()) await compare(here, there, restLoad);
    } finally {
      await there.product.stop();
    }
  } finally {
    await here.product.stop();
  }
}
