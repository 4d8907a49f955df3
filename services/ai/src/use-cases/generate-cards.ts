import type { Principal } from '@kumbuka/identity';
import { GenerationFailed, RunLost } from '../domain/errors.ts';
import type { Generation, Run } from '../domain/generation.ts';
import { beginGeneration, type GenerationRequest } from './begin-generation.ts';
import { insertInto, type Inserted } from './insert-generated-cards.ts';
import type { Ports } from './ports.ts';
import { runGeneration } from './run-generation.ts';

/** Begins a generation and answers at once; its cards come one by one. */
export const generateCards =
  (ports: Ports) =>
  async (request: GenerationRequest, { userId }: Principal): Promise<Generation> => {
    // A previewed generation may be inserted in part.
    const { generation, run } = await beginGeneration(ports, request, userId, {
      room: 1,
      keep: (unit, begun) => void unit.rememberResponse(begun),
    });
    if (run) ports.inBackground(() => runGeneration(ports, run, request));
    return generation;
  };

const preview = (generation: Generation): Inserted => ({ generation, inserted: 0, deckId: null });

/** The same for who waits until the cards are there, and for a deck inserts them too. Throws what it failed by. */
export const generateAndWait =
  (ports: Ports) =>
  async (request: GenerationRequest, { userId }: Principal): Promise<Inserted> => {
    const begun = await beginGeneration(ports, request, userId, { room: request.count });
    const generation = begun.run ? await runToEnd(ports, begun.run, request) : begun.generation;
    if (generation.failure) throw new GenerationFailed(generation.failure);
    const { deckId } = request;
    return deckId === null ? preview(generation) : insertInto(ports, generation, deckId, null);
  };

const runToEnd = (ports: Ports, run: Run, request: GenerationRequest): Promise<Generation> =>
  runGeneration(ports, run, request, (unit, ended) => {
    if (request.deckId === null) unit.rememberResponse(preview(ended));
  }).catch((error: unknown) => {
    throw error instanceof RunLost ? new GenerationFailed('GENERATION_FAILED', error) : error;
  });
