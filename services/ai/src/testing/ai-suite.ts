import { buildTestService, eventsOf, startStack, type TestService, type TestStack } from '@kumbuka/testing';
import { frontsPerPage } from '@kumbuka/contracts';
import { createServer } from '@kumbuka/http-kit';
import { createLog } from '@kumbuka/runtime';
import { createApp, type Overrides } from '../app.ts';
import { loadConfig } from '../config.ts';
import type { Draft } from '../domain/vetting.ts';
import type { CardProvider, CardRequest } from '../use-cases/ports.ts';

export const studyText =
  'A cell is the smallest unit of life. A tissue is a group of similar cells that work together. An organ is a structure made of several tissues. Chlorophyll absorbs red and blue light. The nucleus controls the activities of the cell. Ribosomes make proteins. Plant cells have a cell wall because they need support.';

/** Serves the internal routes of decks that ai calls: the owner of a deck, its fronts, and insertions. */
export async function startDecks() {
  const owners = new Map<number, { ownerId: number; fronts: string[] }>();
  const inserted = new Map<string, { front: string; back: string }[]>();
  const door = { takesCards: true };
  const app = createServer({ log: createLog('decks', 'silent'), isReady: () => true });
  const gone = { error: 'This deck does not exist.', code: 'DECK_NOT_FOUND', requestId: 'decks' };
  const away = { error: 'Not now.', code: 'UNAVAILABLE', requestId: 'decks' };

  app.get<{ Params: { id: string } }>('/internal/decks/:id', async ({ params }, reply) => {
    const deck = owners.get(Number(params.id));
    if (!deck) return reply.status(404).send(gone);
    return {
      deckId: Number(params.id),
      ownerId: deck.ownerId,
      createdAt: new Date().toISOString(),
      deckVersion: 1,
    };
  });
  app.get<{ Params: { id: string }; Querystring: { page: string } }>(
    '/internal/decks/:id/fronts',
    async ({ params, query }) => {
      const [fronts, to] = [owners.get(Number(params.id))?.fronts ?? [], Number(query.page) * frontsPerPage];
      return { fronts: fronts.slice(to - frontsPerPage, to), hasNext: to < fronts.length };
    },
  );
  app.post<{
    Params: { id: string };
    Body: { ownerId: number; generationId: number; cards: { front: string; back: string }[] };
  }>('/internal/decks/:id/cards', async ({ params, body }, reply) => {
    if (owners.get(Number(params.id))?.ownerId !== body.ownerId) return reply.status(404).send(gone);
    if (!door.takesCards) return reply.status(503).send(away);
    const key = `${body.generationId}:${params.id}`;
    const cards = inserted.get(key) ?? body.cards;
    inserted.set(key, cards);
    return { inserted: cards.length, cardIds: cards.map((_, index) => index + 1) };
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    inserted,
    door,
    add: (deckId: number, ownerId: number, fronts: string[] = []) =>
      void owners.set(deckId, { ownerId, fronts }),
    stop: () => app.close(),
  };
}

/** Provider that waits until the test gives the cards or fails the request. */
export function heldProvider() {
  const held: { request: CardRequest; give(drafts: Draft[]): void; fail(error: unknown): void }[] = [];
  let preparations = 0;
  const provider: CardProvider = {
    name: 'embedded',
    expectedSeconds: () => 1,
    isResting: () => false,
    prepare: async () => void preparations++,
    async *make(request) {
      yield* await new Promise<Draft[]>((give, fail) => {
        request.signal.addEventListener('abort', () => fail(request.signal.reason));
        held.push({ request, give, fail });
      });
    },
  };
  return { provider, held, preparations: () => preparations };
}

export const someDrafts = (count: number): Draft[] =>
  Array.from({ length: count }, (_, index) => ({
    question: `What is part ${index + 1} of the whole?`,
    answer: `Answer ${index + 1}`,
    source: 'A cell is the smallest unit of life.',
  }));

export interface AiTest extends TestService {
  decks: Awaited<ReturnType<typeof startDecks>>;
  generate(as: number, input?: Record<string, unknown>, key?: string): ReturnType<TestService['graphql']>;
  generation(
    as: number,
    id: string,
  ): Promise<{
    state: string;
    made: number;
    isFallback: boolean;
    failure: string | null;
    cards: { question: string; answer: string; source: string | null; duplicateOf: string | null }[];
    insertions: { deckId: string; inserted: number }[];
  }>;
  quota(as: number): Promise<{ used: number; remaining: number | null; unlimited: boolean; month: string }>;
  events(): ReturnType<typeof eventsOf>;
}

/** Starts ai on the embedded stack, with a small decks service. */
export async function startAiTest(
  overrides: Overrides = {},
  env: Record<string, string> = {},
  shared?: { stack: TestStack; auth: TestService['auth'] },
): Promise<AiTest> {
  const decks = await startDecks();
  const stack = shared?.stack ?? (await startStack());
  const service = await buildTestService(
    (config: ReturnType<typeof loadConfig>) => createApp(config, overrides),
    loadConfig,
    {
      stack,
      ...(shared ? { auth: shared.auth } : {}),
      env: { DECKS_URL: decks.url, GENERATIONS_PER_MINUTE: '100000', WRITES_PER_MINUTE: '100000', ...env },
    },
  );
  const { graphql } = service;

  return {
    ...service,
    decks,
    generate: (as, input = {}, key) =>
      graphql(
        'mutation ($input: GenerateCardsInput!) { generateCards(input: $input) { id state asked made provider isFallback title expectedSeconds } }',
        { input: { text: studyText, count: 6, ...input } },
        { as, ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }) },
      ),
    async generation(as, id) {
      const { data } = await graphql(
        'query ($id: ID!) { generation(id: $id) { state made isFallback failure cards { id question answer source duplicateOf } insertions { deckId inserted } } }',
        { id },
        { as },
      );
      return data.generation;
    },
    async quota(as) {
      const { data } = await graphql('{ viewer { aiQuota { used remaining unlimited month } } }', {}, { as });
      return data.viewer.aiQuota;
    },
    events: () => eventsOf(stack, 'kumbuka_ai'),
    async stop() {
      await service.stop();
      await decks.stop();
      if (!shared) await stack.stop();
    },
  };
}
