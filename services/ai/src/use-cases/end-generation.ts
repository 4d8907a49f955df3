import { RunLost } from '../domain/errors.ts';
import type { DomainEvent } from '../domain/events.ts';
import { ended, type Generation, type Outcome, type Run } from '../domain/generation.ts';
import { commit, release } from '../domain/quota.ts';
import type { Ports, UnitOfWork } from './ports.ts';

/**
 * Ends a generation: cards of the configured provider cost a prompt, failures and fallback cards do not. Throws `RunLost`
 * unless the run still owns the generation.
 */
export const endGeneration = (
  { transact, now }: Pick<Ports, 'transact' | 'now'>,
  run: Run,
  outcome: Outcome,
  keep: (unit: UnitOfWork, generation: Generation) => void = () => undefined,
): Promise<Generation> =>
  transact(async (unit) => {
    const running = await unit.runs.find(run);
    if (!running) throw new RunLost();
    const at = now();
    const generation = ended(running, outcome);
    const reserved = await unit.quotas.find(run.ownerId, running.month);
    const counts = 'cards' in outcome && !generation.isFallback;
    const quota = (counts ? commit : release)(reserved, run.id);
    await unit.generations.save(generation);
    await unit.quotas.save(quota);
    await unit.learners.saveRunning(run.ownerId, null);
    unit.record(eventsOf(generation, outcome, at));
    if (quota.version !== reserved.version) unit.record([{ type: 'quota-used', quota, at }]);
    keep(unit, generation);
    return generation;
  });

const eventsOf = (generation: Generation, outcome: Outcome, at: Date): DomainEvent[] =>
  'cards' in outcome
    ? [{ type: 'generation-completed', generation, at }]
    : [{ type: 'generation-failed', generation, failure: outcome.failure, at }];
