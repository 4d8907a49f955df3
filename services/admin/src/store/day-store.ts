import { defineCollection, field, type RowOf } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import type { Day } from '../domain/directory/day.ts';
import type { DayStore } from '../use-cases/ports.ts';

const collection = defineCollection({
  model: 'Day',
  name: 'days',
  fields: {
    _id: field.text,
    newUsers: field.number,
    activeUsers: field.number,
    answers: field.number,
    generations: field.number,
    payments: field.number,
  },
});
type DayRow = RowOf<typeof collection>;

const toDay = ({ _id, ...counts }: DayRow): Day => ({ date: _id, ...counts });

/** Counts per day, without personal data. They stay when users are deleted. */
export function createDayStore(connection: Connection, session: ClientSession | null = null): DayStore {
  const days = collection.on(connection);

  return {
    async add(added) {
      if (added.length === 0) return;
      await days.bulkWrite(
        added.map(({ date, ...counts }) => ({
          updateOne: { filter: { _id: date }, update: { $inc: counts }, upsert: true },
        })),
        session ? { session } : {},
      );
    },
    async findFrom(date) {
      const rows = await days.find({ _id: mongoose.trusted({ $gte: date }) }).lean<DayRow[]>();
      return rows.map(toDay);
    },
  };
}
