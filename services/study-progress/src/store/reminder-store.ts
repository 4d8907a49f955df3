import { defineCollection, field, type RowOf } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { reminderChannels } from '../domain/learner/reminder.ts';
import type { ReminderStore } from '../use-cases/ports.ts';

const collection = defineCollection({
  model: 'Reminder',
  name: 'reminders',
  fields: {
    _id: field.number,
    hour: field.numberOrNull,
    channel: field.oneOf(reminderChannels),
    /** Ends the reminders without a sign-in. */
    token: field.text,
    /** `null` without reminders. */
    remindAt: field.orNull({ type: Date }),
  },
});
type ReminderRow = RowOf<typeof collection>;
collection.schema.index({ remindAt: 1 });
collection.schema.index({ token: 1 }, { unique: true });

/** Reminders of learners. A row stays when they are switched off, so that its token keeps its meaning. */
export function createReminderStore(
  connection: Connection,
  session: ClientSession | null = null,
): ReminderStore {
  const reminders = collection.on(connection);
  const inSession = session ? { session } : {};
  return {
    async find(ownerId) {
      const row = await reminders.findById(ownerId).session(session).lean<ReminderRow>();
      return row && { hour: row.hour, channel: row.channel };
    },
    async save(ownerId, { hour, channel }, { remindAt, newToken }) {
      await reminders.updateOne(
        { _id: ownerId },
        { $set: { hour, channel, remindAt }, $setOnInsert: { token: newToken } },
        { ...inSession, upsert: true },
      );
    },
    async plan(ownerId, remindAt) {
      await reminders.updateOne({ _id: ownerId }, { $set: { remindAt } }, inSession);
    },
    async findDue(now, limit) {
      const rows = await reminders
        .find({ remindAt: mongoose.trusted({ $lte: now }) })
        .sort({ remindAt: 1 })
        .limit(limit)
        .lean<ReminderRow[]>();
      return rows.flatMap(({ _id: ownerId, hour, channel, token, remindAt }) =>
        hour === null || remindAt === null ? [] : [{ ownerId, hour, channel, token, remindAt }],
      );
    },
    async claim({ ownerId, remindAt }, next) {
      const { modifiedCount } = await reminders.updateOne(
        { _id: ownerId, remindAt },
        { $set: { remindAt: next } },
      );
      return modifiedCount === 1;
    },
    async stop(token) {
      await reminders.updateOne({ token }, { $set: { hour: null, remindAt: null } });
    },
    async erase(ownerId) {
      await reminders.deleteOne({ _id: ownerId });
    },
  };
}
