import mongoose, { type Connection } from 'mongoose';
import type { DayStore } from '../use-cases/ports.ts';
import { modelsOf } from './models.ts';
import type { DayDocument } from './documents.ts';

export function createDayStore(connection: Connection): DayStore {
  const { days } = modelsOf(connection);
  return {
    async findBetween(ownerId, from, to) {
      const within = mongoose.trusted({ $gte: from, $lte: to });
      const rows = await days
        .find({ ownerId, day: within, answers: mongoose.trusted({ $gt: 0 }) })
        .lean<DayDocument[]>();
      return rows.map(({ day, answers }) => ({ day, answers })).sort((a, b) => a.day - b.day);
    },
  };
}
