import { deadLetterTopicOf } from '@kumbuka/contracts';
import { MessageTooLarge, type Bus, type BusMessage, type ReceivedMessage } from '../bus.ts';

export interface DeadLetter {
  message: ReceivedMessage;
  group: string;
  /** The message is invalid, its handler failed, or an earlier event of its aggregate failed. */
  reason: 'poison' | 'failed' | 'parked';
  error: string;
  /** Number of attempts. */
  attempts: number;
}

const maxErrorLength = 1_000;

const messageOf = ({ message, group, reason, error, attempts }: DeadLetter): BusMessage => ({
  key: message.raw.key,
  value: message.raw.value,
  headers: {
    ...message.headers,
    'origin-topic': message.topic,
    'origin-partition': String(message.partition),
    'origin-offset': message.offset,
    group,
    reason,
    error: error.slice(0, maxErrorLength),
    attempts: String(attempts),
    'failed-at': new Date().toISOString(),
  },
});

/** Publishes a message to `<topic>.dlt` with its origin and the cause. Leaves out a value that no longer fits. */
export async function sendDeadLetter(bus: Bus, deadLetter: DeadLetter): Promise<void> {
  const topic = deadLetterTopicOf(deadLetter.message.topic);
  const message = messageOf(deadLetter);
  try {
    await bus.publish(topic, [message]);
  } catch (error) {
    if (!(error instanceof MessageTooLarge)) throw error;
    await bus.publish(topic, [
      { ...message, value: null, headers: { ...message.headers, 'value-left-out': 'too large' } },
    ]);
  }
}
