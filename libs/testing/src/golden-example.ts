import { envelope, type Envelope, type EventContract } from '@kumbuka/contracts';
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
