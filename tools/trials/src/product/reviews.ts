import { cardReviewed, type Envelope, type EventContract } from '@kumbuka/contracts';
import { createBus, type ReceivedMessage } from '@kumbuka/event-bus';
import { randomUUID } from 'node:crypto';
import { pause, readUntil } from './checks.ts';
import type { Learner } from './learner.ts';
import { silent } from './measure.ts';

const settleMs = 40_000;

/** Reads published reviews of all learners, or of some. */
export const publishedReviews = (brokers: string[], expected: number, userIds?: ReadonlySet<number>) =>
  publishedEvents(
    brokers,
    cardReviewed,
    expected,
    ({ data }) => userIds === undefined || userIds.has(Number(data['userId'])),
  );

/** Reads selected events of a type in any version, until `expected` distinct ones arrived or none follows. */
export async function publishedEvents(
  brokers: string[],
  { topic, type }: EventContract,
  expected: number,
  isMeant: (event: Envelope) => boolean = () => true,
): Promise<Envelope[]> {
  const bus = createBus({ brokers, clientId: 'chaos', log: silent });
  const found: Envelope[] = [];
  const take = ({ value }: ReceivedMessage) => {
    const event: Envelope = JSON.parse(value);
    if (event.type === type && isMeant(event)) found.push(event);
  };
  const subscription = await bus.subscribe({
    group: `chaos-${randomUUID()}`,
    topics: [topic],
    onBatch: async ({ messages, done }) => {
      messages.forEach(take);
      const last = messages.at(-1);
      if (last) done(last.offset);
    },
  });
  const distinct = () => new Set(found.map(({ id }) => id)).size;
  await readUntil(distinct, (count) => count >= expected, settleMs, 200);
  await pause(500);
  await subscription.stop();
  await bus.stop();
  return found;
}

/** Counts the events that follow a later version of their aggregate. Duplicates do not count. */
export function countOutOfOrder(events: readonly Envelope[]): number {
  const last = new Map<string, number>();
  const seen = new Set<string>();
  return events.filter(({ id, aggregate }) => {
    if (seen.has(id)) return false;
    seen.add(id);
    const key = `${aggregate.type}:${aggregate.id}`;
    const wrong = aggregate.version <= (last.get(key) ?? 0);
    last.set(key, Math.max(aggregate.version, last.get(key) ?? 0));
    return wrong;
  }).length;
}

/** Polls until the mastery of the deck in decks equals that of the learner's records. Resolves with whether it does. */
export async function masteryArrived(learner: Learner, deckId: number): Promise<boolean> {
  const records = await learner.call<{ study_count: number; correct_attempts: number }[]>(
    'GET',
    `/progress/deck/${deckId}`,
  );
  const sum = (pick: 'study_count' | 'correct_attempts') =>
    records.body.reduce((all, row) => all + row[pick], 0);
  const mastery = Math.round((100 * sum('correct_attempts')) / sum('study_count'));
  const read = async () => (await learner.call<{ mastery: number }>('GET', `/decks/${deckId}`)).body.mastery;
  return (await readUntil(read, (value) => value === mastery, settleMs, 200)) === mastery;
}
