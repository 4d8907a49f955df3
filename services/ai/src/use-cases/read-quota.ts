import { monthOf } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import { isSubscribed } from '../domain/plan.ts';
import { usageOf, type Usage } from '../domain/quota.ts';
import type { Ports } from './ports.ts';

/** A learner's used prompts of this month. */
export const readQuota =
  ({ quotas, learners, zone, now }: Pick<Ports, 'quotas' | 'learners' | 'zone' | 'now'>) =>
  async ({ userId }: Principal): Promise<Usage> => {
    const at = now();
    const [quota, learner] = await Promise.all([
      quotas.find(userId, monthOf(at, zone)),
      learners.find(userId),
    ]);
    return usageOf(quota, { subscribed: isSubscribed(learner, at), zone, at });
  };
