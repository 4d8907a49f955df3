import type { Log } from '@kumbuka/runtime';
import type { DueReminder, ReminderStore } from '../use-cases/ports.ts';

interface JobPorts {
  reminders: Pick<ReminderStore, 'findDue'>;
  sendReminder(due: DueReminder): Promise<void>;
  log: Log;
}

/** Reminders in flight. The next one starts when any of them ends, so a push service that hangs delays no other. */
const atOnce = 20;

/** Sends the reminders that are due, each at most once a run. A failure for one learner does not stop the others. */
export function sendAllReminders({ reminders, sendReminder, log }: JobPorts) {
  const send = (due: DueReminder) =>
    sendReminder(due).catch((error: unknown) =>
      log.warn({ err: error, userId: due.ownerId }, 'a reminder was not sent'),
    );

  return async (now: Date, isOver: () => boolean): Promise<void> => {
    const begun = new Set<number>();
    const inFlight = new Map<number, Promise<void>>();
    let waiting: DueReminder[] = [];
    // Those in flight may still be due, so a page is larger than their number.
    const readNext = async () => {
      const page = await reminders.findDue(now, 2 * atOnce);
      waiting = page.filter(({ ownerId }) => !begun.has(ownerId));
    };
    while (!isOver()) {
      if (waiting.length === 0) await readNext();
      const due = waiting.shift();
      if (!due) break;
      const { ownerId } = due;
      begun.add(ownerId);
      inFlight.set(
        ownerId,
        send(due).finally(() => inFlight.delete(ownerId)),
      );
      if (inFlight.size >= atOnce) await Promise.race(inFlight.values());
    }
    await Promise.all(inFlight.values());
  };
}
