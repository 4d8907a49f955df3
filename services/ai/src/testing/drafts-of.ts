import type { Draft } from '../domain/vetting.ts';
import type { CardProvider } from '../use-cases/ports.ts';

/** Makes up to thirty cards of a text. */
export async function draftsOf(
  provider: CardProvider,
  text: string,
  signal = new AbortController().signal,
): Promise<Draft[]> {
  const drafts: Draft[] = [];
  const request = { generationId: 1, ownerId: 7, tier: 'free', text, count: 30, signal } as const;
  for await (const draft of provider.make(request)) drafts.push(draft);
  return drafts;
}
