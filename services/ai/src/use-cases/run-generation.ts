import { BudgetSpent, GenerationFailed, RunLost } from '../domain/errors.ts';
import type { Generation, Outcome, Run } from '../domain/generation.ts';
import { isSubscribed } from '../domain/plan.ts';
import { createFronts, createVetting, type Draft, type Fronts } from '../domain/vetting.ts';
import type { GenerationRequest } from './begin-generation.ts';
import { endGeneration } from './end-generation.ts';
import type { CardRequest, Ports, UnitOfWork } from './ports.ts';

export type RunPorts = Pick<
  Ports,
  'decks' | 'fallback' | 'learners' | 'now' | 'provider' | 'runner' | 'runs' | 'transact' | 'warn'
>;

/** Loads the fronts of the deck for the duplicate hints. Without them the cards are generated anyway. */
async function frontsOf(ports: RunPorts, { deckId }: GenerationRequest, ownerId: number): Promise<Fronts> {
  const fronts = createFronts();
  if (deckId === null) return fronts;
  try {
    for await (const some of ports.decks.fronts(deckId, ownerId)) fronts.add(some);
  } catch (error) {
    ports.warn(error, 'the fronts of a deck were not compared');
  }
  return fronts;
}

/** Drafts of the model, or of the fallback when its budget is spent. */
async function* draftsOf(ports: RunPorts, run: Run, request: CardRequest): AsyncGenerator<Draft> {
  try {
    yield* ports.provider.make(request);
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;
    await ports.runs.markFallback(run);
    yield* ports.fallback.make(request);
  }
}

const isDeadline = ({ aborted, reason }: AbortSignal) =>
  aborted && reason instanceof DOMException && reason.name === 'TimeoutError';

/** Generates the cards one by one; each is visible at once. At the deadline the cards made so far are kept. */
async function makeCards(
  ports: RunPorts,
  run: Run,
  request: GenerationRequest,
  signal: AbortSignal,
): Promise<Outcome> {
  const { text, count } = request;
  const { id: generationId, ownerId } = run;
  const fronts = await frontsOf(ports, request, ownerId);
  const vetting = createVetting({ generationId, text, count, fronts });
  const learner = await ports.learners.find(ownerId);
  let isCut = false;
  const tier = isSubscribed(learner, ports.now()) ? 'subscriber' : 'free';
  try {
    for await (const draft of draftsOf(ports, run, { generationId, ownerId, tier, text, count, signal })) {
      const card = vetting.take(draft);
      if (card && !(await ports.runs.addCard(run, card))) throw new RunLost();
    }
  } catch (error) {
    if (error instanceof RunLost || vetting.cards.length === 0 || !isDeadline(signal)) throw error;
    isCut = true;
  }
  const { cards, repeats } = vetting;
  return cards.length === 0 ? { failure: 'GENERATION_EMPTY' } : { cards, repeats: repeats(), isCut };
}

const failureOf = (ports: RunPorts, error: unknown): Outcome => {
  if (error instanceof RunLost) throw error;
  if (error instanceof GenerationFailed) return { failure: error.failure };
  ports.warn(error, 'a generation failed');
  return { failure: 'GENERATION_FAILED' };
};

/** Runs a generation to its end. */
export async function runGeneration(
  ports: RunPorts,
  run: Run,
  request: GenerationRequest,
  keep?: (unit: UnitOfWork, generation: Generation) => void,
): Promise<Generation> {
  return ports.runner.keepAlive(run, async (signal) => {
    const outcome = await makeCards(ports, run, request, signal).catch((error: unknown) =>
      failureOf(ports, error),
    );
    return endGeneration(ports, run, outcome, 'cards' in outcome ? keep : undefined);
  });
}
