import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { draftsOf } from '../testing/drafts-of.ts';
import { createEmbeddedProvider, type EmbeddedProvider } from '../adapters/providers/embedded.ts';

const chapter = ['biology', 'history', 'physics', 'law', 'geography']
  .map((name) =>
    readFileSync(
      new URL(`../../../../libs/card-maker/src/testing/texts/${name}.txt`, import.meta.url),
      'utf8',
    ),
  )
  .join('\n\n');
const longText = chapter.repeat(Math.ceil(20_000 / chapter.length)).slice(0, 20_000);

let provider: EmbeddedProvider;
afterEach(() => provider.stop());

const make = (text: string, signal?: AbortSignal) => draftsOf(provider, text, signal);

it('the timeout of a text begins when the text is processed, however many wait before it', async () => {
  provider = createEmbeddedProvider();
  const timed = async () => {
    const began = performance.now();
    await make(chapter);
    return performance.now() - began;
  };
  const [withStart, alone] = [await timed(), await timed()];
  await provider.stop();
  // Enough for one and for the start of its worker, on a machine that others use too; not for all.
  const maxMs = Math.ceil(3 * withStart);
  provider = createEmbeddedProvider({ maxMs });
  const many = Math.ceil(maxMs / alone) + 4;
  const all = await Promise.all(Array.from({ length: many }, () => make(chapter)));
  for (const drafts of all) expect(drafts.length).toBeGreaterThanOrEqual(5);
}, 120_000);

it('a long text does not block the process', async () => {
  provider = createEmbeddedProvider();
  await make(chapter);
  const [ofThread, ofProcess] = [process.threadCpuUsage(), process.cpuUsage()];
  expect((await make(longText)).length).toBeGreaterThanOrEqual(20);
  expect(process.threadCpuUsage(ofThread).user).toBeLessThan(process.cpuUsage(ofProcess).user / 2);
}, 60_000);

it('an aborted text does not delay the texts behind it', async () => {
  provider = createEmbeddedProvider();
  const leaving = new AbortController();
  const left = make(longText, leaving.signal);
  const behind = make(chapter);
  leaving.abort();
  await expect(left).rejects.toMatchObject({ failure: 'GENERATION_FAILED' });
  expect((await behind).length).toBeGreaterThan(5);
}, 60_000);

describe('the worker', () => {
  const sentence = 'Osmosis is the movement of water through a membrane.';
  const list = 'simba - lion\nchui - leopard';
  const french = 'La photosynthèse transforme la lumière du soleil en énergie chimique.';

  async function cpuOf(text: string) {
    const before = process.cpuUsage();
    await make(text);
    return process.cpuUsage(before).user;
  }

  it('the first cards after a preparation do not wait for the worker to load', async () => {
    provider = createEmbeddedProvider();
    const cold = await cpuOf(sentence);
    await provider.stop();
    provider = createEmbeddedProvider();
    await provider.prepare();
    for (const text of [sentence, list, french]) expect(await cpuOf(text)).toBeLessThan(cold / 3);
  }, 60_000);

  it('an unused worker ends', async () => {
    const workers: Worker[] = [];
    const note = (message: unknown) => void workers.push((message as { worker: Worker }).worker);
    subscribe('worker_threads', note);
    onTestFinished(() => void unsubscribe('worker_threads', note));
    provider = createEmbeddedProvider({ idleMs: 200 });
    expect(workers).toEqual([]);
    await provider.prepare();
    await provider.prepare();
    const [worker, ...more] = workers;
    expect(more).toEqual([]);
    await once(worker!, 'exit');
  }, 60_000);
});
