import mongoose from 'mongoose';

/** Filter of rows without a recent heartbeat. A heartbeat in the future is stale too, because it came from a fast clock. */
export const staleBeat = (now: Date, idleMs: number) => ({
  $or: [
    { beatAt: mongoose.trusted({ $lt: new Date(now.getTime() - idleMs) }) },
    { beatAt: mongoose.trusted({ $gt: new Date(now.getTime() + idleMs) }) },
  ],
});
