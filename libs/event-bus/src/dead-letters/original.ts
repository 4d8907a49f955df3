import { envelope } from '@kumbuka/contracts';
import type { BusMessage, ReceivedMessage } from '../bus.ts';
import { keptSeconds } from '../inbox/inbox.ts';
import { positionKey, type MessagePosition } from '../kafka/read-messages-at.ts';
import { timeOfUuidV7 } from '../uuid.ts';

/** Why a dead letter cannot be replayed. */
export type ReplayObstacle =
  /** It names another topic than the one whose dead letter it is. */
  | 'foreign-origin'
  /** Kafka no longer has the original, so nothing proves that its owner published it. */
  | 'original-gone'
  /** Its key or value differs from those of the original. */
  | 'differs'
  /** Consumers may have forgotten that they processed it. */
  | 'too-old';

/** Position of the original in its topic; `null` when the dead letter names none or another topic. */
export function originIn(topic: string, { headers }: ReceivedMessage): MessagePosition | null {
  const {
    'origin-topic': origin,
    'origin-partition': partition = '',
    'origin-offset': offset = '',
  } = headers;
  if (origin !== topic || !/^\d{1,9}$/.test(partition) || !/^\d{1,15}$/.test(offset)) return null;
  return { partition: Number(partition), offset: String(Number(offset)) };
}

const isSame = (one: Buffer | null, other: Buffer | null) =>
  one === null || other === null ? one === other : one.equals(other);

const isCopyOf = ({ raw, headers }: ReceivedMessage, original: ReceivedMessage) =>
  isSame(raw.key, original.raw.key) &&
  (headers['value-left-out'] !== undefined || isSame(raw.value, original.raw.value));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Time at which an event was created, by its id; `null` for a message that is no event. */
function createdAt({ value }: ReceivedMessage): number | null {
  const event = envelope.safeParse(parsed(value)).data;
  return event ? (timeOfUuidV7(event.id) ?? Date.parse(event.occurredAt)) : null;
}

/** Whether the mark of its processing may have expired, so that a consumer would apply it twice. */
function isTooOld(original: ReceivedMessage, now: Date): boolean {
  const at = createdAt(original);
  return at !== null && now.getTime() - at >= keptSeconds * 1_000;
}

/** Finds the message to publish for a dead letter of a topic: the original as it is in Kafka, never the dead letter's copy. */
export function replayOf(
  topic: string,
  deadLetter: ReceivedMessage,
  originals: ReadonlyMap<string, ReceivedMessage>,
  now: Date,
): BusMessage | ReplayObstacle {
  const origin = originIn(topic, deadLetter);
  if (!origin) return 'foreign-origin';
  const original = originals.get(positionKey(origin));
  if (!original) return 'original-gone';
  if (!isCopyOf(deadLetter, original)) return 'differs';
  if (isTooOld(original, now)) return 'too-old';
  return { ...original.raw, headers: original.headers };
}
