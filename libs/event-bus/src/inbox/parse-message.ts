import {
  envelope,
  problemsOf,
  readData,
  topicOf,
  type Envelope,
  type EventContract,
} from '@kumbuka/contracts';
import { z } from 'zod';
import type { ReceivedMessage } from '../bus.ts';
import type { Listener, ListenerTable } from './listener.ts';

/** Classification of a message for a group: an event to process, one without a listener, or an invalid message. */
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
  /** Whether a service other than the owner published it. */
  isForged: boolean;
}

const maxReasonLength = 500;

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Names of a message as an event; a message without them is no event. */
const claim = z.object({ type: z.string().regex(/^[a-z-]+\.[a-z-]+$/), source: z.string() });

/**
 * Returns why the event fails the ownership check: only the owning service may write to a topic. Checks all types, also
 * those without a listener, so that every event of a stolen login is reported.
 */
function forgery({ topic }: ReceivedMessage, { type, source }: z.output<typeof claim>): string | null {
  const owner = type.slice(0, type.indexOf('.'));
  if (topicOf(owner) !== topic) return `${type} belongs on ${topicOf(owner)}, not on ${topic}.`;
  return source === owner ? null : `${type} belongs to ${owner}, not to ${source}.`;
}

/** Whether the header already names a type without a listener, so that the message need not be validated. */
const isSkippedByHeader = ({ headers }: ReceivedMessage, listeners: ListenerTable): boolean =>
  headers['type'] !== undefined && !listeners.handlesType(headers['type']);

/** Converts the event to the version of the contract. */
function upcastTo(contract: EventContract, event: Envelope): { event: Envelope } | { broken: string } {
  try {
    const data = readData(contract, event.version, event.data);
    return { event: { ...event, version: contract.version, data } };
  } catch (error) {
    const reason = error instanceof z.ZodError ? problemsOf(error) : String(error);
    return { broken: `The data of ${event.type} breaks its contract: ${reason}` };
  }
}

/**
 * Classifies a message. Skips event types without a listener. Messages that cannot be parsed, have an unknown version or
 * come from another service are invalid.
 */
export function parseMessage(message: ReceivedMessage, listeners: ListenerTable): Parsed {
  const poison = (reason: string, isForged = false): Poison => ({
    kind: 'poison',
    message,
    reason: reason.slice(0, maxReasonLength),
    isForged,
  });
  const value = json(message.value);
  const claimed = claim.safeParse(value);
  const forged = claimed.success ? forgery(message, claimed.data) : null;
  if (forged) return poison(forged, true);
  if (isSkippedByHeader(message, listeners)) return { kind: 'skipped', message };
  const parsed = envelope.safeParse(value);
  if (!parsed.success) return poison(`The message is not an event: ${problemsOf(parsed.error)}`);
  const { type, version } = parsed.data;
  if (!listeners.handlesType(type)) return { kind: 'skipped', message };
  const listener = listeners.find(type, version);
  if (!listener) return poison(`Version ${version} of ${type} is not known.`);
  const read = upcastTo(listener.contract, parsed.data);
  return 'broken' in read ? poison(read.broken) : { kind: 'work', message, event: read.event, listener };
}
