import type { ClientSession, Connection } from 'mongoose';
import type { Settings } from '../domain/learner/learner.ts';
import { settingsOf } from '../domain/learner/settings.ts';
import type { SettingsStore } from '../use-cases/ports.ts';
import { modelsOf, type SettingsDocument } from './models.ts';

/** Settings of learners: besides the log, the only data that cannot be derived. */
export function createSettingsStore(
  connection: Connection,
  session: ClientSession | null = null,
): SettingsStore {
  const { settings } = modelsOf(connection);
  const inSession = session ? { session } : {};
  return {
    async find(ownerId): Promise<Settings | null> {
      const row = await settings.findById(ownerId).session(session).lean<SettingsDocument>();
      return row && settingsOf(row);
    },
    async save(ownerId, fields) {
      await settings.replaceOne({ _id: ownerId }, fields, { ...inSession, upsert: true });
    },
    async erase(ownerId) {
      await settings.deleteOne({ _id: ownerId });
    },
  };
}
