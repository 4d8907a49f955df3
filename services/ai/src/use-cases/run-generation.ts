import { GenerationFailed, RunLost } from '../domain/errors.ts';
import type { Generation, Outcome, Run } from '../domain/generation.ts';
import { createFronts, createVetting, type Fronts } from '../domain/vetting.ts';
import type { GenerationRequest } from './begin-generation.ts';
import { endGeneration } from './end-generation.ts';
import type { Ports, UnitOfWork } from './ports.ts';

/** What cannot be compared is not flagged: a hint is no reason to make no cards. */
async function frontsOf(ports: Ports, { deckId }: GenerationRequest, ownerId: number): Promise<Fronts> {
  const fronts = createFronts();
  if (deckId === null) return fronts;
  try {
    for await (const some of ports.decks.fronts(deckId, ownerId)) fronts.add(some);
  } catch (error) {
    ports.warn(error, 'the fronts of a deck were not compared');
  }
  return fronts;
}

/** Makes the cards one by one; each can be seen as soon as it is there. */
async function makeCards(
  ports: Ports,
  run: Run,
  request: GenerationRequest,
  signal: AbortSignal,
): Promise<Outcome> {
  const { text, count } = request;
  const fronts = await frontsOf(ports, request, run.ownerId);
  const vetting = createVetting({ generationId: run.id, text, count, fronts });
  for await (const draft of ports.provider.make({
    generationId: run.id,
    ownerId: run.ownerId,
    text,
    count,
    signal,
  })) {
    const card = vetting.take(draft);
    if (card && !(await ports.generations.addCard(run, card))) throw new RunLost();
  }
  return vetting.cards.length === 0 ? { failure: 'GENERATION_EMPTY' } : { cards: vetting.cards };
}

const failureOf = (ports: Ports, error: unknown): Outcome => {
  if (error instanceof RunLost) throw error;
  if (error instanceof GenerationFailed) return { failure: error.failure };
  ports.warn(error, 'a generation failed');
  return { failure: 'GENERATION_FAILED' };
};

/** Does a generation that was begun, to its end. */
export async function runGeneration(
  ports: Ports,
  run: Run,
  request: GenerationRequest,
  keep?: (unit: UnitOfWork, generation: Generation) => void,
): Promise<Generation> {
  return ports.keepAlive(run, async (signal) => {
    const outcome = await makeCards(ports, run, request, signal).catch((error: unknown) =>
      failureOf(ports, error),
    );
    return endGeneration(ports, run, outcome, 'cards' in outcome ? keep : undefined);
  });
}
