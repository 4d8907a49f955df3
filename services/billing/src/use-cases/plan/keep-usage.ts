import type { UsageUpdate } from '../../domain/usage.ts';
import type { Ports } from '../ports.ts';

/** Stores the learners' monthly prompts, so that one response contains plan and usage. */
export const keepUsage =
  ({ learners }: Pick<Ports, 'learners'>) =>
  (updates: readonly UsageUpdate[]): Promise<void> =>
    learners.keepUsage(updates);
