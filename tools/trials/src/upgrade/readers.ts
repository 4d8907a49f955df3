import { databaseOf, topicOf, type ServiceName } from '@kumbuka/contracts';
import { createEventsAdmin } from '@kumbuka/event-bus';
import mongoose from 'mongoose';
import { check, readUntil } from '../product/checks.ts';
import { silent } from '../product/measure.ts';
import { sumOf, type Student } from '../product/student.ts';
import type { Installation } from './installation.ts';

const settleMs = 30_000;

/** Consumers of the event whose version changes. */
export const readers = ['study-progress', 'admin'] as const satisfies readonly ServiceName[];

/** Opens the consumers' databases and the events administration, to check what became of the events. */
export async function openReaders({ brokers, mongoUrl }: Pick<Installation, 'brokers' | 'mongoUrl'>) {
  const admin = createEventsAdmin({
    brokers,
    clientId: 'upgrade',
    log: silent,
    mongoUrl,
    dispositionsDatabase: databaseOf('admin'),
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

  async function countParked(): Promise<number> {
    const lists = await Promise.all(readers.map((name) => admin.parked(databaseOf(name), name)));
    return lists.flat().length;
  }

  return {
    countDeadLetters: () => admin.count(topicOf('decks')),
    countParked,
    replay: () => admin.replay(topicOf('decks'), 'the trial'),
    /** Polls until every consumer has all cards of the learners, then checks their counts. */
    async checkCards(students: readonly Student[], cardsBefore: number) {
      const expected = sumOf(students, 'cards') + cardsBefore * students.length;
      const counts = await readUntil(
        () => countCards(students),
        (current) => readers.every((name) => current[name] === expected),
        settleMs,
        300,
      );
      for (const name of readers)
        check(counts[name] === expected, `${name} has ${counts[name]} of ${expected} cards`);
    },
    close: () => connection.close(),
  };
}
