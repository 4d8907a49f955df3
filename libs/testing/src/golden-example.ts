import { envelope, type Envelope, type EventContract } from '@kumbuka/contracts';
import type { Listener } from '@kumbuka/event-bus';
import { readFile } from 'node:fs/promises';

const examples = new URL('../../contracts/snapshots/events/', import.meta.url);

/** The example of an event that contracts keep. */
export async function goldenExample({
  type,
  version,
}: Pick<EventContract, 'type' | 'version'>): Promise<Envelope> {
  const text = await readFile(new URL(`${type}.v${version}.example.json`, examples), 'utf8');
  return envelope.parse(JSON.parse(text));
}

/** Hands a listener the golden example of its event, where no transaction is needed to see what it does. */
export const hearGoldenExample = async ({ contract, handle }: Listener): Promise<void> =>
  handle(await goldenExample(contract), {} as never);
