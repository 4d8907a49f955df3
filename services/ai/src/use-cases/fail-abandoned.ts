import { RunLost } from '../domain/errors.ts';
import { endGeneration } from './end-generation.ts';
import type { Ports, RunningGeneration } from './ports.ts';

/** A run without a heartbeat for this long has died with its process. */
const stillMs = 10_000;

interface Heartbeat {
  runner: string;
  beat: number;
  /** Reading of the monotonic clock, in milliseconds, at which this process first saw it. */
  since: number;
}

/**
 * Fails generations that a dead process left running, so that they do not count and their learners can start new ones.
 * Remembers the heartbeats of the last call, so that no clocks of two processes are compared.
 */
export function failAbandoned(ports: Pick<Ports, 'runs' | 'transact' | 'now' | 'warn'>) {
  let heartbeats = new Map<number, Heartbeat>();

  const heartbeatOf = ({ id, runner, beat }: RunningGeneration, at: number): Heartbeat => {
    const last = heartbeats.get(id);
    return last?.runner === runner && last.beat === beat ? last : { runner, beat, since: at };
  };

  return async (monotonic: number, isOver: () => boolean): Promise<number> => {
    const running = await ports.runs.list();
    heartbeats = new Map(running.map((run) => [run.id, heartbeatOf(run, monotonic)]));
    const dead = running.filter(({ id }) => monotonic - (heartbeats.get(id)?.since ?? monotonic) >= stillMs);
    for (const run of dead) {
      if (isOver()) break;
      await endGeneration(ports, run, { failure: 'GENERATION_FAILED' }).catch((error: unknown) => {
        if (!(error instanceof RunLost)) ports.warn(error, 'an abandoned generation was not ended');
      });
    }
    return dead.length;
  };
}
