import { isTransient } from '../../shared/apollo/errors.ts';
import { isLive, untilChange } from '../../shared/live/changes.ts';
import type { GenerationPartsFragment } from './generation.generated.ts';

const oftenMs = 800;
const seldomMs = 2_000;
const oftenPolls = 15;
/** Longest time without a response. The server ends a generation sooner than that. */
const timeoutMs = 60_000;

export interface FollowPorts {
  wait: (ms: number, left: AbortSignal) => Promise<void>;
  fetchGeneration: (signal: AbortSignal) => Promise<GenerationPartsFragment>;
  now: () => number;
}

/**
 * Polls a generation until it ends, and shows every response: its cards arrive one by one, without events. Its end is
 * reported.  Rejects on a lasting failure, or after a minute without a response.
 */
export async function followGeneration(
  { wait, fetchGeneration, now }: FollowPorts,
  left: AbortSignal,
  show: (generation: GenerationPartsFragment) => void,
): Promise<void> {
  let respondedAt = now();
  for (let polls = 0; ; polls++) {
    const ms = polls < oftenPolls && !isLive() ? oftenMs : seldomMs;
    await untilChange('generations', wait, ms, left);
    try {
      const generation = await fetchGeneration(left);
      respondedAt = now();
      if (left.aborted) return;
      show(generation);
      if (generation.state !== 'RUNNING') return;
    } catch (error) {
      if (left.aborted) return;
      if (!isTransient(error) || now() - respondedAt > timeoutMs) throw error;
    }
  }
}
