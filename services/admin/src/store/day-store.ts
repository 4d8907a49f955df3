import mongoose, { Schema, type ClientSession, type Connection, type Model } from 'mongoose';
import type { Day, DayCounts } from '../domain/directory/day.ts';
import type { DayStore } from '../use-cases/ports.ts';

interface DayRow extends DayCounts {
  _id: string;
}

const count = { type: Number, required: true };
const schema = new Schema<DayRow>(
  {
    _id: { type: String, required: true },
    newUsers: count,
    activeUsers: count,
    answers: count,
    generations: count,
    payments: count,
  },
  { collection: 'days', versionKey: false, strict: 'throw' },
);

const modelOf = (connection: Connection): Model<DayRow> =>
  connection.models['Day'] ?? connection.model<DayRow>('Day', schema);

const toDay = ({ _id, ...counts }: DayRow): Day => ({ date: _id, ...counts });

/** Counts of days; they name nobody and stay when users go. */
export function createDayStore(connection: Connection, session: ClientSession | null = null): DayStore {
  const days = modelOf(connection);

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
