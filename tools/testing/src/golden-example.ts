import { envelope, type Envelope, type EventContract } from '@kumbuka/contracts';
import type { Listener } from '@kumbuka/event-bus';
import { readFile } from 'node:fs/promises';

const examples = new URL('../../../docs/events/examples/', import.meta.url);

/** Example of an event in the contracts. */
export async function goldenExample({
  type,
  version,
}: Pick<EventContract, 'type' | 'version'>): Promise<Envelope> {
  const text = await readFile(new URL(`${type}.v${version}.json`, examples), 'utf8');
  return envelope.parse(JSON.parse(text));
}

/** Passes the golden example of its event to a listener that needs no transaction. */
export const hearGoldenExample = async ({ contract, handle }: Listener): Promise<void> =>
  handle(await goldenExample(contract), {} as never);
