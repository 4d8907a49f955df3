import { languages } from '@kumbuka/contracts';
import { Schema, type ClientSession, type Connection, type Model } from 'mongoose';
import { noPreferences, themes, type Preferences } from '../domain/account/preferences.ts';
import type { PreferenceStore } from '../use-cases/ports.ts';

interface PreferencesRow extends Partial<Preferences> {
  _id: number;
}

const schema = new Schema<PreferencesRow>(
  {
    _id: { type: Number, required: true },
    theme: { type: String, enum: themes },
    language: { type: String, enum: languages },
  },
  { collection: 'preferences', versionKey: false, strict: 'throw' },
);

const modelOf = (connection: Connection): Model<PreferencesRow> =>
  connection.models['Preferences'] ?? connection.model<PreferencesRow>('Preferences', schema);

/** Preferences by user, apart from accounts because processes of earlier releases rewrite those whole. */
export function createPreferenceStore(
  connection: Connection,
  session: ClientSession | null = null,
): PreferenceStore {
  const preferences = modelOf(connection);
  const inSession = session ? { session } : {};

  return {
    async find(userId) {
      const row = await preferences.findById(userId).session(session).lean<PreferencesRow>();
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
