import mongoose from 'mongoose';

/** Rows without a beat for so long; a beat of a time that has not come was given under a clock that was ahead. */
export const staleBeat = (now: Date, idleMs: number) => ({
  $or: [
    { beatAt: mongoose.trusted({ $lt: new Date(now.getTime() - idleMs) }) },
    { beatAt: mongoose.trusted({ $gt: new Date(now.getTime() + idleMs) }) },
  ],
});
