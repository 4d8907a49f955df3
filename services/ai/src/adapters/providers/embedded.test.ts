import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Draft } from '../../domain/vetting.ts';
import { createEmbeddedProvider, type EmbeddedProvider } from './embedded.ts';

const chapter = ['biology', 'history', 'physics', 'law', 'geography']
  .map((name) =>
    readFileSync(
      new URL(`../../../../../libs/card-maker/src/testing/texts/${name}.txt`, import.meta.url),
      'utf8',
    ),
  )
  .join('\n\n');
const longText = chapter.repeat(Math.ceil(20_000 / chapter.length)).slice(0, 20_000);

let provider: EmbeddedProvider;
afterEach(() => provider.stop());

async function make(text: string, signal = new AbortController().signal): Promise<Draft[]> {
  const drafts = [];
  for await (const draft of provider.make({
    generationId: 1,
    ownerId: 7,
    tier: 'free',
    text,
    count: 30,
    signal,
  }))
    drafts.push(draft);
  return drafts;
}

it('the time of a text counts from its turn, however many long ones are before it', async () => {
  provider = createEmbeddedProvider();
  const timed = async () => {
    const began = performance.now();
    await make(longText);
    return performance.now() - began;
  };
  const [withStart, alone] = [await timed(), await timed()];
  await provider.stop();
  // Enough for one and for the start of its worker, on a machine that others use too; not for all.
  const mostMs = Math.ceil(3 * withStart);
  provider = createEmbeddedProvider({ mostMs });
  const many = Math.ceil(mostMs / alone) + 4;
  const all = await Promise.all(Array.from({ length: many }, () => make(longText)));
  for (const drafts of all) expect(drafts.length).toBeGreaterThanOrEqual(20);
}, 120_000);

it('a long text holds up nobody in the process', async () => {
  provider = createEmbeddedProvider();
  await make(chapter);
  const [ofThread, ofProcess] = [process.threadCpuUsage(), process.cpuUsage()];
  expect((await make(longText)).length).toBeGreaterThanOrEqual(20);
  expect(process.threadCpuUsage(ofThread).user).toBeLessThan(process.cpuUsage(ofProcess).user / 2);
}, 60_000);

it('a text that takes too long is given up alone, and those behind it get their cards', async () => {
  provider = createEmbeddedProvider({ mostMs: 1 });
  await expect(make(longText)).rejects.toMatchObject({ failure: 'GENERATION_TIMEOUT' });
  await provider.stop();
  provider = createEmbeddedProvider();
  const leaving = new AbortController();
  const left = make(longText, leaving.signal);
  const behind = make(chapter);
  leaving.abort();
  await expect(left).rejects.toMatchObject({ failure: 'GENERATION_FAILED' });
  expect((await behind).length).toBeGreaterThan(5);
}, 60_000);

describe('a worker that is being loaded', () => {
  const sentence = 'Osmosis is the movement of water through a membrane.';
  const list = 'simba - lion\nchui - leopard';
  const french = 'La photosynthèse transforme la lumière du soleil en énergie chimique.';

  async function cpuOf(text: string) {
    const before = process.cpuUsage();
    await make(text);
    return process.cpuUsage(before).user;
  }

  let cold: number;
  beforeAll(async () => {
    provider = createEmbeddedProvider();
    cold = await cpuOf(sentence);
    await provider.stop();
  }, 60_000);

  it.each([
    ['a sentence', sentence],
    ['a word list', list],
    ['a language without rules', french],
  ])(
    'the first cards after a start, from %s, waited until the worker was loaded',
    async (_kind, text) => {
      provider = createEmbeddedProvider();
      await provider.warm();
      expect(await cpuOf(text)).toBeLessThan(cold / 3);
    },
    60_000,
  );

  it('the first cards after a start are of the own text, also while the worker is still loading', async () => {
    provider = createEmbeddedProvider();
    const warming = provider.warm();
    const drafts = await make(list);
    await warming;
    expect(drafts.map(({ answer }) => answer)).toEqual(['lion', 'leopard']);
  }, 60_000);
});
