import { dateOf } from '@kumbuka/contracts/study-day';
import { nextReminder, reminderAt } from '../../domain/learner/reminder.ts';
import type { DueReminder, Ports } from '../ports.ts';

const retryMs = 60_000;

/**
 * Reminds a learner if there is something to remind of. The process that claims the reminder sends it, so a crash between
 * the two loses it. A failed call gives the claim back for the next minute; auth sends one message a study day.
 */
export const sendReminder =
  ({ learners, reminders, remind, now }: Pick<Ports, 'learners' | 'reminders' | 'remind' | 'now'>) =>
  async (due: DueReminder): Promise<void> => {
    const { ownerId, hour, channel, token } = due;
    const [at, learner] = [now(), await learners.find(ownerId)];
    const remindAt = nextReminder(learner, hour, at);
    if (!(await reminders.claim(due, remindAt))) return;
    const study = reminderAt(learner, hour, at);
    if (!study) return;
    const { day, cards, minutes } = study;
    try {
      await remind({ ownerId, channel, token, date: dateOf(day), cards, minutes });
    } catch (error) {
      await reminders.claim({ ...due, remindAt }, new Date(at.getTime() + retryMs));
      throw error;
    }
  };
