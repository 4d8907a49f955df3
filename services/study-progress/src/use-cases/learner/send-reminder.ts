import { dateOf } from '@kumbuka/contracts/study-day';
import { nextReminder, reminderAt } from '../../domain/learner/reminder.ts';
import type { DueReminder, Ports } from '../ports.ts';

/**
 * Reminds a learner if there is something to remind of. Whoever claims the reminder sends it once, so a crash between the
 * two loses it.
 */
export const sendReminder =
  ({ learners, reminders, remind, now }: Pick<Ports, 'learners' | 'reminders' | 'remind' | 'now'>) =>
  async (due: DueReminder): Promise<void> => {
    const { ownerId, hour, channel, token } = due;
    const [at, learner] = [now(), await learners.find(ownerId)];
    if (!(await reminders.claim(due, nextReminder(learner, hour, at)))) return;
    const study = reminderAt(learner, hour, at);
    if (!study) return;
    const { day, cards, minutes } = study;
    await remind({ ownerId, channel, token, date: dateOf(day), cards, minutes });
  };
