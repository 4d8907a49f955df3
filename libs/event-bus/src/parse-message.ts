import { envelope, type Envelope } from '@kumbuka/contracts';
import type { ReceivedMessage } from './bus.ts';
import type { Listener, ListenerTable } from './listener.ts';

/** What a message is to a group: work, nothing of interest, or poison. */
export type Parsed = Work | Skipped | Poison;
export interface Work {
  kind: 'work';
  message: ReceivedMessage;
  event: Envelope;
  listener: Listener;
}
export interface Skipped {
  kind: 'skipped';
  message: ReceivedMessage;
}
export interface Poison {
  kind: 'poison';
  message: ReceivedMessage;
  reason: string;
}

const mostReasonLength = 500;

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Types that nobody listens to are skipped; what does not parse or has a version nobody knows is poison. */
export function parseMessage(message: ReceivedMessage, listeners: ListenerTable): Parsed {
  const poison = (reason: string): Poison => ({
    kind: 'poison',
    message,
    reason: reason.slice(0, mostReasonLength),
  });
  const parsed = envelope.safeParse(json(message.value));
  if (!parsed.success) return poison(`The message is not an event: ${parsed.error.message}`);
  const { type, version } = parsed.data;
  if (!listeners.knowsType(type)) return { kind: 'skipped', message };
  const listener = listeners.find(type, version);
  if (!listener) return poison(`Version ${version} of ${type} is not known.`);
  const data = listener.contract.data.safeParse(parsed.data.data);
  if (!data.success) return poison(`The data of ${type} breaks its contract: ${data.error.message}`);
  return { kind: 'work', message, event: { ...parsed.data, data: data.data }, listener };
}
