import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerTo, giveDeck, newLearner } from '../product/learner.ts';
import { startProduct, withoutLimits, type Product } from '../product/product.ts';
import { load, type LoadResult } from './load.ts';
import { cpuSeconds, pause, residentMiB, show, spreadOf } from '../product/measure.ts';
import { giveWorkers, restLoads, withCpuTime } from './rest-loads.ts';

const loadSeconds = 8;
const print = (line: string) => console.log(line);

async function idle(product: Product) {
  await pause(20_000);
  const { infrastructure, application } = product.pids();
  const before = Object.entries({ infrastructure, application }).flatMap(([name, pid]) =>
    pid === undefined ? [] : [{ name, pid, cpu: cpuSeconds(pid) }],
  );
  const seconds = 20;
  await pause(seconds * 1000);
  for (const { name, pid, cpu } of before) {
    const share = (100 * (cpuSeconds(pid) - cpu)) / seconds;
    print(`idle ${name}: ${show(residentMiB(pid), 0)} MiB, ${show(share, 2)} % of a core`);
  }
}

export async function startSuite() {
  const dataDir = mkdtempSync(join(tmpdir(), 'kumbuka-bench-'));
  try {
    for (const which of ['first', 'second', 'third']) {
      const product = await startProduct({ dataDir, env: withoutLimits });
      print(`${which} start: ready after ${show(product.startedInMs, 0)} ms`);
      if (which === 'third') await idle(product);
      await product.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Reports CPU time beside the rate, because other load on the machine changes it less. */
async function report(product: Product, name: string, loading: () => Promise<LoadResult>) {
  const { requestsPerSecond, p50, p99, statuses, cpuMs } = await withCpuTime(product, loading);
  print(
    `${name}: ${show(requestsPerSecond, 0)} requests/s, p50 ${show(p50)} ms, p99 ${show(p99)} ms, ` +
      `CPU ${show(cpuMs, 2)} ms per request, statuses ${JSON.stringify(statuses)}`,
  );
}

export async function restSuite() {
  const product = await startProduct({ env: withoutLimits });
  try {
    const workers = await giveWorkers(product.rest);
    for (const { name, next } of restLoads()) {
      await load(product.rest, 3, workers, next);
      await report(product, name, () => load(product.rest, loadSeconds, workers, next));
    }
  } finally {
    await product.stop();
  }
}

export async function eventsSuite() {
  const product = await startProduct({ env: withoutLimits });
  try {
    const learner = await newLearner(product.rest, 'bench');
    const deck = await giveDeck(learner, 10);
    const times: number[] = [];
    let last: string | null = null;
    for (let n = 0; n < 200; n++) {
      const { status } = await learner.call('POST', '/progress', answerTo(deck, n));
      if (status !== 201) throw new Error(`An answer was rejected with ${status}.`);
      const acknowledged = performance.now();
      for (;;) {
        const { body } = await learner.call<{ last_studied: string | null }>('GET', `/decks/${deck.deckId}`);
        if (body.last_studied !== last) {
          last = body.last_studied;
          break;
        }
        if (performance.now() - acknowledged > 10_000) throw new Error('The projection never changed.');
      }
      times.push(performance.now() - acknowledged);
    }
    const { p50, p99 } = spreadOf(times.slice(20));
    print(`answer acknowledged -> deck row updated: p50 ${show(p50)} ms, p99 ${show(p99)} ms (180 samples)`);
  } finally {
    await product.stop();
  }
}
