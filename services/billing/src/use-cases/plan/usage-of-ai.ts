import type { UsageOfUser } from '@kumbuka/contracts';
import type { Learner } from '../../domain/learner.ts';
import { isSameUsage, type UsageKept } from '../../domain/usage.ts';
import type { LearnerStore, Ports, UsageReader } from '../ports.ts';

type UsagePorts = Pick<Ports, 'learners' | 'transact'> & { ai: UsageReader };

/** Rebuilds monthly usage from ai; nothing is stored for erased learners. */
export const usageOfAi = ({ learners, transact, ai }: UsagePorts) => ({
  name: 'usage',
  source: ai,
  learners,
  transact,
  listCopied: learners.listWithUsage,
  copyOf: ({ usage }: Learner): UsageKept | null => usage,
  derive: ({ erasedAt }: Learner, { usage }: UsageOfUser): UsageKept | null => (erasedAt ? null : usage),
  isSame: isSameUsage,
  fieldsOf: (usage: UsageKept | null) => usage,
  save: ({ replaceUsage }: LearnerStore, userId: number, usage: UsageKept | null) =>
    replaceUsage(userId, usage),
});
