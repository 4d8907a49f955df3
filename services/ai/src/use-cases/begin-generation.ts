import { monthOf } from '@kumbuka/contracts';
import { startedGeneration, type Generation, type Run } from '../domain/generation.ts';
import { assertNotErased, assertNothingRuns } from '../domain/learner.ts';
import { isSubscribed } from '../domain/plan.ts';
import { reserve } from '../domain/quota.ts';
import type { Ports, UnitOfWork } from './ports.ts';

export interface GenerationRequest {
  text: string;
  count: number;
  /** Deck whose fronts are compared to find duplicates. */
  deckId: number | null;
}

export interface Begun {
  generation: Generation;
  /** `null` for a retry of a request whose cards are ready. */
  run: Run | null;
}

export type BeginPorts = Pick<
  Ports,
  'countCall' | 'decks' | 'generations' | 'ids' | 'now' | 'provider' | 'requestName' | 'transact' | 'zone'
>;

type Keep = (unit: UnitOfWork, generation: Generation) => void;

/**
 * Throws for a full deck before a prompt is counted. A retry of a finished generation passes, because its own cards may
 * have filled the deck.
 */
async function assertTakes(
  { decks, generations, requestName }: BeginPorts,
  deckId: number,
  ownerId: number,
  room: number,
) {
  await decks.assertOwned(deckId, ownerId);
  const name = requestName();
  const made = name === null ? null : await generations.findByRequest(ownerId, name);
  if (made?.state !== 'ready') await decks.assertRoom(deckId, ownerId, room);
}

/**
 * Reserves a prompt and stores the running generation. Throws when the deck has no room for `room` more cards. `keep` runs
 * in the same transaction. A retry by Idempotency-Key returns the generation of the first request.
 */
export async function beginGeneration(
  ports: BeginPorts,
  request: GenerationRequest,
  ownerId: number,
  { room, keep = () => undefined }: { room: number; keep?: Keep },
): Promise<Begun> {
  await ports.countCall(ownerId);
  if (request.deckId !== null) await assertTakes(ports, request.deckId, ownerId, room);
  const run = { id: await ports.ids.newGenerationId(), ownerId, runner: ports.ids.newRunnerId() };
  const started = startedBy(ports, request, run);
  return ports.transact(async (unit) => {
    const made = await findMade(unit, started);
    if (!made) await reserveAndInsert(ports, unit, started, run);
    const generation = made ?? started;
    keep(unit, generation);
    return { generation, run: made ? null : run };
  });
}

function startedBy(ports: BeginPorts, { text, count: requested }: GenerationRequest, run: Run): Generation {
  const { provider, zone, now, requestName } = ports;
  const at = now();
  return startedGeneration({
    id: run.id,
    ownerId: run.ownerId,
    asked: requested,
    provider: provider.name,
    expectedSeconds: provider.expectedSeconds(requested),
    month: monthOf(at, zone),
    requestName: requestName(),
    text,
    at,
  });
}

async function findMade({ generations }: UnitOfWork, { ownerId, requestName }: Generation) {
  const existing = requestName === null ? null : await generations.findByRequest(ownerId, requestName);
  return existing?.state === 'ready' ? existing : null;
}

async function reserveAndInsert({ zone }: BeginPorts, unit: UnitOfWork, started: Generation, run: Run) {
  const { learners, quotas, generations } = unit;
  const { ownerId, month, createdAt: at } = started;
  const learner = await learners.find(ownerId);
  assertNotErased(learner);
  assertNothingRuns(learner);
  const context = { subscribed: isSubscribed(learner, at), zone, at };
  const quota = reserve(await quotas.find(ownerId, month), run.id, context);
  await learners.saveRunning(ownerId, run.id);
  await quotas.save(quota);
  await generations.insert(started, run);
  unit.record([{ type: 'quota-used', quota, at }]);
}
