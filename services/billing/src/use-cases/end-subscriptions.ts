import { reminderOf } from '../domain/mail.ts';
import { lapse, lapsedBefore, remind } from '../domain/subscription.ts';
import type { Ports } from './ports.ts';

const mostAtOnce = 200;

/** Tells of subscriptions that are over; gives back how many it were. */
export const endSubscriptions =
  ({ subscriptions, transact, now }: Ports) =>
  async (): Promise<number> => {
    const owners = await subscriptions.listLapsed(lapsedBefore(now()), mostAtOnce);
    for (const ownerId of owners)
      await transact(async (unit) => {
        const at = now();
        const known = await unit.subscriptions.find(ownerId);
        const subscription = lapse(known, at);
        if (!subscription || !known.periodEnd) return;
        await unit.subscriptions.save(subscription);
        unit.record([{ type: 'subscription-expired', subscription, expiredAt: known.periodEnd, at }]);
      });
    return owners.length;
  };

/** Reminds learners some days before what they paid is over, once for each end. */
export const remindOfEnds =
  ({ subscriptions, transact, now }: Ports) =>
  async (): Promise<number> => {
    const owners = await subscriptions.listToRemind(now(), mostAtOnce);
    for (const ownerId of owners)
      await transact(async (unit) => {
        const at = now();
        const known = await unit.subscriptions.find(ownerId);
        const { subscription, of } = remind(known, at);
        if (subscription === known) return;
        await unit.subscriptions.save(subscription);
        if (of) await unit.letters.insert(reminderOf(subscription, of), at);
      });
    return owners.length;
  };
