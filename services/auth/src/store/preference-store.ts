import { languages } from '@kumbuka/contracts';
import { defineCollection, field, type RowOf } from '@kumbuka/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { noPreferences, themes } from '../domain/account/preferences.ts';
import type { PreferenceStore } from '../use-cases/ports.ts';

const collection = defineCollection({
  model: 'Preferences',
  name: 'preferences',
  fields: {
    _id: field.number,
    theme: { type: String, enum: themes },
    language: { type: String, enum: languages },
  },
});

/** Preferences by user, apart from accounts because processes of earlier releases rewrite those whole. */
export function createPreferenceStore(
  connection: Connection,
  session: ClientSession | null = null,
): PreferenceStore {
  const preferences = collection.on(connection);
  const inSession = session ? { session } : {};

  return {
    async find(userId) {
      const row = await preferences.findById(userId).session(session).lean<RowOf<typeof collection>>();
      const { theme, language } = { ...noPreferences, ...row };
      return { theme, language };
    },

    async save(userId, fields) {
      await preferences.updateOne({ _id: userId }, { $set: fields }, { ...inSession, upsert: true });
    },

    async removeAll(userIds) {
      await preferences.deleteMany({ _id: { $in: userIds } }, inSession);
    },
  };
}
