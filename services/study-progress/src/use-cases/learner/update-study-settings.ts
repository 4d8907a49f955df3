import { todayAt, type LocalClock } from '@kumbuka/contracts/study-day';
import type { Principal } from '@kumbuka/identity';
import { advance, beginAt } from '../../domain/advance.ts';
import { assertNotErased } from '../../domain/learner/erased.ts';
import type { Learner } from '../../domain/learner/learner.ts';
import {
  checkAbsence,
  checkSettings,
  isSameSettings,
  settingsOf,
  withChanges,
  type SettingsChange,
} from '../../domain/learner/settings.ts';
import type { Ports } from '../ports.ts';
import { saveAdvance } from '../save-advance.ts';
import { replanReminder } from './set-reminder.ts';

const isSameClock = (a: LocalClock, b: LocalClock) =>
  a.timezone === b.timezone && a.dayStartHour === b.dayStartHour;

/**
 * Changes a learner's goals, zone and day start. Due days are calendar days, so a new zone or day start needs
 * no rewriting of rows.
 */
export const updateStudySettings =
  ({ transact, now }: Pick<Ports, 'transact' | 'now'>) =>
  async (changes: SettingsChange, { userId }: Pick<Principal, 'userId'>): Promise<Learner> => {
    checkSettings(changes);
    return transact(userId, async (unit) => {
      const state = await unit.studies.load(userId, {});
      assertNotErased(state);
      checkAbsence(changes, todayAt(state.learner, now()));
      const settings = withChanges(settingsOf(state.learner), changes);
      if (isSameSettings(settings, state.learner)) return state.learner;
      const work = advance(beginAt(state), { kind: 'settings', settings }, now());
      await unit.settings.save(userId, settings);
      if (!isSameClock(settings, state.learner))
        await replanReminder(unit, userId, { clock: settings, now: now() });
      return (await saveAdvance(unit, work, now())).learner;
    });
  };
