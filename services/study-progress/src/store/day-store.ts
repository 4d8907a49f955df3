import type { Day } from '@kumbuka/contracts/study-day';
import mongoose, { type Connection } from 'mongoose';
import type { DayStore } from '../use-cases/ports.ts';
import { toDayCounts } from './documents.ts';
import { projectionCollection, type DayDocument } from './projections.ts';

export function createDayStore(connection: Connection): DayStore {
  const days = projectionCollection.kindOn('day', connection);
  const read = (ownerId: number, from: Day, to: Day) => {
    const within = mongoose.trusted({ $gte: from, $lte: to });
    return days.find({ ownerId, day: within, answers: mongoose.trusted({ $gt: 0 }) }).lean<DayDocument[]>();
  };
  return {
    async countsBetween(ownerId, from, to) {
      return new Map((await read(ownerId, from, to)).map((row) => [row.day, toDayCounts(row)]));
    },
    async findBetween(ownerId, from, to) {
      const rows = await read(ownerId, from, to);
      return rows.map(({ day, answers }) => ({ day, answers })).sort((a, b) => a.day - b.day);
    },
  };
}
