import type { Lifecycle } from '@kumbuka/runtime';
import type { CardProvider } from '../../use-cases/ports.ts';
import { createEmbeddedProvider } from './embedded.ts';
import type { OpenAiOptions } from './openai.ts';

interface ProvidersOptions extends Pick<OpenAiOptions, 'costs' | 'log' | 'monotonic'> {
  openai: Omit<OpenAiOptions, 'costs' | 'log' | 'monotonic'> | null;
  /** For tests. */
  replacement: CardProvider | undefined;
}

interface Providers {
  provider: CardProvider;
  /** Used when the provider fails. */
  fallback: CardProvider;
  /** Thread of the embedded provider. */
  thread: Lifecycle;
}

/** Loaded only with a configured model, because loading it takes time and memory. */
const loadOpenAi = async () => (await import('./openai.ts')).createOpenAiProvider;

/** Creates the configured provider, or the embedded one, which is also the fallback. */
export async function createProviders({
  openai,
  replacement,
  ...options
}: ProvidersOptions): Promise<Providers> {
  const embedded = createEmbeddedProvider();
  const provider = replacement ?? (openai && (await loadOpenAi())({ ...openai, ...options })) ?? embedded;
  return {
    provider,
    fallback: embedded,
    thread: { start: async () => undefined, stop: embedded.stop, isReady: () => true },
  };
}
