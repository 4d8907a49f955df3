import { databaseOf, topicOf, type ServiceName } from '@kumbuka/contracts';
import { createEventsAdmin } from '@kumbuka/event-bus';
import mongoose from 'mongoose';
import { check, readUntil } from '../checks.ts';
import { silent } from '../measure.ts';
import { sumOf, type Student } from '../student.ts';
import type { Installation } from './installation.ts';

const settleMs = 30_000;

/** Consumers of the event whose version changes. */
export const readers = ['study-progress', 'admin'] as const satisfies readonly ServiceName[];

/** Opens access to the effects of events at their consumers. */
export async function openReaders({ brokers, mongoUrl }: Pick<Installation, 'brokers' | 'mongoUrl'>) {
  const admin = createEventsAdmin({
    brokers,
    clientId: 'upgrade',
    log: silent,
    mongoUrl,
    notesDatabase: databaseOf('admin'),
    responseMs: 15_000,
  });
  await admin.prepare();
  const connection = await mongoose.createConnection(mongoUrl).asPromise();
  const rows = (name: ServiceName, collection: string) =>
    connection.useDb(databaseOf(name)).collection<{ _id: number; cards: number }>(collection);

  /** Counts the learners' cards in each consumer. */
  async function countCards(students: readonly Student[]) {
    const ids = students.map(({ learner }) => learner.id);
    const ofLearners = { kind: 'card', ownerId: { $in: ids } };
    const users = await rows('admin', 'users')
      .find({ _id: { $in: ids } })
      .toArray();
    return {
      'study-progress': await rows('study-progress', 'projections').countDocuments(ofLearners),
      admin: users.reduce((sum, { cards }) => sum + cards, 0),
    };
  }

  async function parked(): Promise<number> {
    const lists = await Promise.all(readers.map((name) => admin.parked(databaseOf(name), name)));
    return lists.flat().length;
  }

  return {
    deadLetters: () => admin.count(topicOf('decks')),
    parked,
    replay: () => admin.replay(topicOf('decks'), 'the trial'),
    /** Polls until consumers have all cards of the learners. Returns their counts. */
    async checkCards(students: readonly Student[], madeBefore: number) {
      const expected = sumOf(students, 'cards') + madeBefore * students.length;
      const counts = await readUntil(
        () => countCards(students),
        (cards) => readers.every((name) => cards[name] === expected),
        settleMs,
        300,
      );
      for (const name of readers)
        check(counts[name] === expected, `${name} knows ${counts[name]} cards of ${expected}`);
    },
    close: () => connection.close(),
  };
}
