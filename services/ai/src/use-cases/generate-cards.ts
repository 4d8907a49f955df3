import type { Principal } from '@kumbuka/identity';
import { GenerationFailed, RunLost } from '../domain/errors.ts';
import type { Generation, Run } from '../domain/generation.ts';
import { beginGeneration, type BeginPorts, type GenerationRequest } from './begin-generation.ts';
import { insertInto, type Inserted } from './insert-generated-cards.ts';
import { runGeneration, type RunPorts } from './run-generation.ts';

/** Begins a generation and returns at once; its cards are added one by one. */
export const generateCards =
  (ports: BeginPorts & RunPorts) =>
  async (request: GenerationRequest, { userId }: Principal): Promise<Generation> => {
    // A previewed generation may be inserted in part.
    const { generation, run } = await beginGeneration(ports, request, userId, {
      room: 1,
      keep: (unit, begun) => void unit.rememberResponse(begun),
    });
    if (run) ports.runner.inBackground(() => runGeneration(ports, run, request));
    return generation;
  };

const preview = (generation: Generation): Inserted => ({ generation, inserted: 0, deckId: null });

/** Generates cards, waits for them and inserts them into the deck, if there is one. Throws `GenerationFailed`. */
export const generateAndWait =
  (ports: BeginPorts & RunPorts) =>
  async (request: GenerationRequest, { userId }: Principal): Promise<Inserted> => {
    const begun = await beginGeneration(ports, request, userId, { room: request.count });
    const generation = begun.run ? await runToEnd(ports, begun.run, request) : begun.generation;
    if (generation.failure) throw new GenerationFailed(generation.failure);
    const { deckId } = request;
    return deckId === null ? preview(generation) : insertInto(ports, generation, deckId, null);
  };

const runToEnd = (ports: RunPorts, run: Run, request: GenerationRequest): Promise<Generation> =>
  runGeneration(ports, run, request, (unit, ended) => {
    if (request.deckId === null) unit.rememberResponse(preview(ended));
  }).catch((error: unknown) => {
    throw error instanceof RunLost ? new GenerationFailed('GENERATION_FAILED', error) : error;
  });
