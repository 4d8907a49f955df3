import { afterEach, expect, it } from 'vitest';
import { draftsOf } from '../../testing/drafts-of.ts';
import { createEmbeddedProvider, type EmbeddedProvider } from './embedded.ts';

const list = 'simba - lion\nchui - leopard';

let provider: EmbeddedProvider;
afterEach(() => provider.stop());

it('the first cards after a preparation are of the own text, also while the worker is still loading', async () => {
  provider = createEmbeddedProvider();
  const preparing = provider.prepare();
  const drafts = await draftsOf(provider, list);
  await preparing;
  expect(drafts.map(({ answer }) => answer)).toEqual(['lion', 'leopard']);
});

it('a text that takes too long is aborted', async () => {
  provider = createEmbeddedProvider({ maxMs: 1 });
  await expect(draftsOf(provider, list)).rejects.toMatchObject({ failure: 'GENERATION_TIMEOUT' });
});
