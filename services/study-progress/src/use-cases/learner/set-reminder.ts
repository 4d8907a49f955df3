import type { Principal } from '@kumbuka/identity';
import type { LocalClock } from '@kumbuka/contracts/study-day';
import { assertNotErased } from '../../domain/learner/erased.ts';
import { checkReminder, nextReminder, noReminder, type Reminder } from '../../domain/learner/reminder.ts';
import type { Ports, UnitOfWork } from '../ports.ts';

/** Chooses when and how a learner is reminded. */
export const setReminder =
  ({ transact, newToken, now }: Pick<Ports, 'transact' | 'newToken' | 'now'>) =>
  async (reminder: Reminder, { userId }: Pick<Principal, 'userId'>): Promise<Reminder> => {
    checkReminder(reminder);
    return transact(userId, async ({ studies, reminders }) => {
      const state = await studies.load(userId, {});
      assertNotErased(state);
      // Conflicts with an erasure, which the row would outlive.
      await studies.claim(userId);
      await studies.release(userId);
      const remindAt = reminder.hour === null ? null : nextReminder(state.learner, reminder.hour, now());
      await reminders.save(userId, reminder, { remindAt, newToken: newToken() });
      return reminder;
    });
  };

export const readReminder =
  ({ reminders }: Pick<Ports, 'reminders'>) =>
  async ({ userId }: Pick<Principal, 'userId'>): Promise<Reminder> =>
    (await reminders.find(userId)) ?? noReminder;

/** Moves the next reminder to its hour in a changed zone. */
export async function replanReminder(
  { reminders }: Pick<UnitOfWork, 'reminders'>,
  ownerId: number,
  { clock, now }: { clock: LocalClock; now: Date },
): Promise<void> {
  const reminder = await reminders.find(ownerId);
  if (reminder && reminder.hour !== null)
    await reminders.plan(ownerId, nextReminder(clock, reminder.hour, now));
}

/** Stops the reminders that a token belongs to; an unknown one changes nothing. */
export const stopReminders =
  ({ reminders }: Pick<Ports, 'reminders'>) =>
  ({ token }: { token: string }): Promise<void> =>
    reminders.stop(token);
