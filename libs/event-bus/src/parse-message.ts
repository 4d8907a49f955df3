import { envelope, type Envelope } from '@kumbuka/contracts';
import type { ReceivedMessage } from './kafka.ts';
import type { Listener } from './listener.ts';

/** What a message is to a group: work, nothing of interest, or poison. */
export type Parsed =
  | { kind: 'event'; message: ReceivedMessage; event: Envelope; listener: Listener }
  | { kind: 'skipped'; message: ReceivedMessage }
  | { kind: 'poison'; message: ReceivedMessage; reason: string };

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Unknown types are skipped; what does not parse or has a version nobody knows is poison. */
export function parseMessage(message: ReceivedMessage, listeners: ReadonlyMap<string, Listener>): Parsed {
  const parsed = envelope.safeParse(json(message.value));
  if (!parsed.success) return { kind: 'poison', message, reason: 'The message is not an event.' };
  const event = parsed.data as Envelope;
  const listener = listeners.get(event.type);
  if (!listener) return { kind: 'skipped', message };
  if (event.version !== listener.contract.version)
    return { kind: 'poison', message, reason: `Version ${event.version} of ${event.type} is not known.` };
  const data = listener.contract.data.safeParse(event.data);
  if (!data.success) return { kind: 'poison', message, reason: data.error.message.slice(0, 500) };
  return { kind: 'event', message, event, listener };
}
