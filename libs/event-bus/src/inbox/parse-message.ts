import { envelope, problemsOf, readData, type Envelope, type EventContract } from '@kumbuka/contracts';
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

/** Returns why the event fails the ownership check: only the owning service may write to a topic. */
function forgery(message: ReceivedMessage, { source }: Envelope, contract: EventContract): string | null {
  const { type, topic, source: owner } = contract;
  if (message.topic !== topic) return `${type} belongs on ${topic}, not on ${message.topic}.`;
  return source === owner ? null : `${type} belongs to ${owner}, not to ${source}.`;
}

/** Whether the header already names a type without a listener, so that the message need not be parsed. */
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
  if (isSkippedByHeader(message, listeners)) return { kind: 'skipped', message };
  const poison = (reason: string, isForged = false): Poison => ({
    kind: 'poison',
    message,
    reason: reason.slice(0, maxReasonLength),
    isForged,
  });
  const parsed = envelope.safeParse(json(message.value));
  if (!parsed.success) return poison(`The message is not an event: ${problemsOf(parsed.error)}`);
  const { type, version } = parsed.data;
  if (!listeners.handlesType(type)) return { kind: 'skipped', message };
  const listener = listeners.find(type, version);
  if (!listener) return poison(`Version ${version} of ${type} is not known.`);
  const forged = forgery(message, parsed.data, listener.contract);
  if (forged) return poison(forged, true);
  const read = upcastTo(listener.contract, parsed.data);
  return 'broken' in read ? poison(read.broken) : { kind: 'work', message, event: read.event, listener };
}
