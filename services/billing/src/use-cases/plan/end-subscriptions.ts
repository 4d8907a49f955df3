import { reminderOf } from '../../domain/mail.ts';
import { lapse, lapsedBefore, remind } from '../../domain/subscription.ts';
import type { Ports } from '../ports.ts';

const maxAtOnce = 200;

/** Publishes expired subscriptions. Returns their number. */
export const endSubscriptions =
  ({ subscriptions, transact, now }: Pick<Ports, 'subscriptions' | 'transact' | 'now'>) =>
  async (isOver: () => boolean): Promise<number> => {
    const owners = await subscriptions.listLapsed(lapsedBefore(now()), maxAtOnce);
    for (const ownerId of owners) {
      if (isOver()) break;
      await transact(async (unit) => {
        const at = now();
        const before = await unit.subscriptions.find(ownerId);
        const subscription = lapse(before, at);
        if (!subscription || !before.periodEnd) return;
        await unit.subscriptions.save(subscription);
        unit.record([{ type: 'subscription-expired', subscription, expiredAt: before.periodEnd, at }]);
      });
    }
    return owners.length;
  };

/** Reminds learners some days before the paid time ends, once per end. */
export const remindOfEnds =
  ({ subscriptions, transact, now }: Pick<Ports, 'subscriptions' | 'transact' | 'now'>) =>
  async (isOver: () => boolean): Promise<number> => {
    const owners = await subscriptions.listToRemind(now(), maxAtOnce);
    for (const ownerId of owners) {
      if (isOver()) break;
      await transact(async (unit) => {
        const at = now();
        const before = await unit.subscriptions.find(ownerId);
        const { subscription, of } = remind(before, at);
        if (subscription === before) return;
        await unit.subscriptions.save(subscription);
        if (of) await unit.emails.insert(reminderOf(subscription, of), at);
      });
    }
    return owners.length;
  };
