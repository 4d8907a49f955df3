import { aiInternalRoutes, aiRoutes, type RouteInput } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import { handle, type HandledRoute } from '@kumbuka/service-kit';
import type { Inserted } from '../use-cases/insert-generated-cards.ts';
import type { UseCases } from '../use-cases/use-cases.ts';
import { generatedView } from './views.ts';

type Body = RouteInput<typeof aiRoutes.generateCards>['body'];

/** The body has one of two forms: a text for new cards, or a generation whose cards are inserted. */
function generate(useCases: UseCases, body: Body, principal: Principal): Promise<Inserted> {
  const { text = '', count = 0, deck_id: deckId, generation_id: generationId, cards = null } = body;
  return generationId !== undefined && deckId !== undefined
    ? useCases.insertGeneratedCards({ generationId, deckId, cards }, principal)
    : useCases.generateAndWait({ text, count, deckId: deckId ?? null }, principal);
}

export const routes = (useCases: UseCases): HandledRoute[] => [
  handle(aiRoutes.generateCards, ({ body, principal }) => generate(useCases, body, principal), generatedView),
  handle(aiInternalRoutes.listUsage, ({ query }) => useCases.listUsage(query.after)),
  handle(aiInternalRoutes.readUsage, ({ params }) => useCases.readUsage(params.id)),
];
