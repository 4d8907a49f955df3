import { envelope, type Envelope, type EventContract } from '@kumbuka/contracts';
import type { Listener } from '@kumbuka/event-bus';
import { readFile } from 'node:fs/promises';

const examples = new URL('../../../docs/events/examples/', import.meta.url);

/** Returns the example of an event in the contracts. */
export async function goldenExample({
  type,
  version,
}: Pick<EventContract, 'type' | 'version'>): Promise<Envelope> {
  const text = await readFile(new URL(`${type}.v${version}.json`, examples), 'utf8');
  return envelope.parse(JSON.parse(text));
}

/** Passes the golden example of an event to its listener, without a transaction. */
export const handleGoldenExample = async ({ contract, handle }: Listener): Promise<void> =>
  handle(await goldenExample(contract), {} as never);
