import type { UsageTold } from '../domain/usage.ts';
import type { Ports } from './ports.ts';

/** Keeps the prompts of each learner's month, so that one answer tells plan and prompts. */
export const keepUsage =
  ({ learners }: Pick<Ports, 'learners'>) =>
  (told: readonly UsageTold[]): Promise<void> =>
    learners.keepUsage(told);
