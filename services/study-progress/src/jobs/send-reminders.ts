import type { Log } from '@kumbuka/runtime';
import type { DueReminder, ReminderStore } from '../use-cases/ports.ts';

interface JobPorts {
  reminders: Pick<ReminderStore, 'findDue'>;
  sendReminder(due: DueReminder): Promise<void>;
  log: Log;
}

/** A push service that hangs delays only the reminders that are sent with it. */
const atOnce = 20;

/** Sends the reminders that are due. A failure for one learner does not stop the others. */
export function sendAllReminders({ reminders, sendReminder, log }: JobPorts) {
  const send = (due: DueReminder) =>
    sendReminder(due).catch((error: unknown) =>
      log.warn({ err: error, userId: due.ownerId }, 'a reminder was not sent'),
    );

  return async (now: Date, isOver: () => boolean): Promise<void> => {
    while (!isOver()) {
      const due = await reminders.findDue(now, atOnce);
      await Promise.all(due.map(send));
      if (due.length < atOnce) return;
    }
  };
}
