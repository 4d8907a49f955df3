import { RunLost } from '../domain/errors.ts';
import { endGeneration } from './end-generation.ts';
import type { Ports, RunningGeneration } from './ports.ts';

/** A run without a heartbeat for this long has died with its process. */
const stillMs = 10_000;

interface Seen {
  mark: string;
  /** Reading of the monotonic clock in milliseconds. */
  since: number;
}

/**
 * Fails generations that a dead process left running, so that they do not count and their learners can start new ones.
 * Remembers the heartbeats of the last call, so that no clocks of two processes are compared.
 */
export function failAbandoned(ports: Pick<Ports, 'runs' | 'transact' | 'now' | 'warn'>) {
  let seen = new Map<number, Seen>();

  const isDead = ({ id, runner, beat }: RunningGeneration, at: number) => {
    const mark = `${runner}:${beat}`;
    const before = seen.get(id);
    return before?.mark === mark && at - before.since >= stillMs;
  };
  const noted = ({ id, runner, beat }: RunningGeneration, at: number): [number, Seen] => {
    const mark = `${runner}:${beat}`;
    const before = seen.get(id);
    return [id, before?.mark === mark ? before : { mark, since: at }];
  };

  return async (monotonic: number): Promise<number> => {
    const running = await ports.runs.list();
    const dead = running.filter((each) => isDead(each, monotonic));
    seen = new Map(running.map((each) => noted(each, monotonic)));
    for (const run of dead)
      await endGeneration(ports, run, { failure: 'GENERATION_FAILED' }).catch((error: unknown) => {
        if (!(error instanceof RunLost)) ports.warn(error, 'an abandoned generation was not ended');
      });
    return dead.length;
  };
}
