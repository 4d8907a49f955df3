import { monthOf } from '@kumbuka/contracts';
import { startedGeneration, type Generation, type Run } from '../domain/generation.ts';
import { assertNotErased, assertNothingRuns } from '../domain/learner.ts';
import { isSubscribed } from '../domain/plan.ts';
import { reserve } from '../domain/quota.ts';
import type { Ports, UnitOfWork } from './ports.ts';

export interface GenerationRequest {
  text: string;
  count: number;
  /** A deck whose fronts are compared. */
  deckId: number | null;
}

export interface Begun {
  generation: Generation;
  run: Run;
}

/** Counts a generation of a learner before it runs; `keep` is done in the same transaction. */
export async function beginGeneration(
  ports: Ports,
  { text, count, deckId }: GenerationRequest,
  ownerId: number,
  keep: (unit: UnitOfWork, generation: Generation) => void = () => undefined,
): Promise<Begun> {
  const { decks, provider, transact, zone, now } = ports;
  await ports.countCall(ownerId);
  if (deckId !== null) await decks.assertOwned(deckId, ownerId);
  const run = { id: await ports.newGenerationId(), ownerId, runner: ports.newRunner() };
  const at = now();
  const month = monthOf(at, zone);
  const expectedSeconds = provider.expectedSeconds(count);
  const generation = startedGeneration({
    id: run.id,
    ownerId,
    asked: count,
    provider: provider.name,
    expectedSeconds,
    month,
    text,
    at,
  });

  return transact(async (unit) => {
    const { learners, quotas, generations } = unit;
    const learner = await learners.find(ownerId);
    assertNotErased(learner);
    assertNothingRuns(learner);
    const standing = { subscribed: isSubscribed(learner, at), zone, at };
    const quota = reserve(await quotas.find(ownerId, month), run.id, standing);
    await learners.saveRunning(ownerId, run.id);
    await quotas.save(quota);
    await generations.insert(generation, run);
    unit.record([{ type: 'quota-used', quota, at }]);
    keep(unit, generation);
    return { generation, run };
  });
}
