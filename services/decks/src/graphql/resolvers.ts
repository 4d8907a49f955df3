import { parseInput } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import { requirePrincipal } from '@kumbuka/service-kit';
import type { z } from 'zod';
import { DeckNotFound } from '../domain/errors.ts';
import type { UseCases } from '../use-cases/use-cases.ts';
import type { GraphQLContext } from './context.ts';
import type {
  DeckResolvers,
  FlashcardResolvers,
  MutationResolvers,
  QueryResolvers,
  Resolvers,
  UserResolvers,
} from './generated/types.ts';
import * as inputs from './inputs.ts';
import { forget } from './loaders.ts';
import {
  cardView,
  catalogView,
  deckView,
  pageView,
  seedingView,
  type DeckView,
  type UserView,
} from './views.ts';

type Resolve<Parent, Result> = (parent: Parent, given: unknown, context: GraphQLContext) => Promise<Result>;

/** A field of the learner: who asks, then the arguments by their schema, then the answer. */
const asked =
  <Schema extends z.ZodType, Result, Parent = unknown>(
    schema: Schema,
    answer: (
      given: z.output<Schema>,
      principal: Principal,
      context: GraphQLContext,
      parent: Parent,
    ) => Promise<Result>,
  ): Resolve<Parent, Result> =>
  async (parent, given, context) => {
    const principal = requirePrincipal(context);
    return answer(parseInput(schema, given), principal, context, parent);
  };

/** A change; what the request read before is forgotten, so that its own answer shows the new state. */
const changed = <Schema extends z.ZodType, Result>(
  schema: Schema,
  answer: (given: z.output<Schema>, principal: Principal) => Promise<Result>,
): Resolve<unknown, Result> =>
  asked(schema, async (given, principal, context) => {
    const result = await answer(given, principal);
    forget(context.loaders);
    return result;
  });

const sidesOf = ({ frontText, backText }: { frontText: string; backText: string }) => ({
  front: frontText,
  back: backText,
});

const isAsker = ({ id }: UserView, context: GraphQLContext) =>
  id === String(requirePrincipal(context).userId);

const queries = (does: UseCases): QueryResolvers<GraphQLContext> => ({
  viewer: (_parent, _given, context) => ({
    id: String(requirePrincipal(context).userId),
  }),
  deck: asked(inputs.oneId, async ({ id }, _principal, { loaders }) => {
    const deck = await loaders.decks.load(id);
    if (!deck) throw new DeckNotFound();
    return deckView(deck);
  }),
  flashcards: asked(inputs.someIds, async ({ ids }, _principal, { loaders }) => {
    const cards = await Promise.all(ids.map((id) => loaders.cards.load(id)));
    return cards.map((card) => card && cardView(card));
  }),
  catalog: () => does.listCatalog().map(catalogView),
});

const mutations = (does: UseCases): MutationResolvers<GraphQLContext> => ({
  createDeck: changed(inputs.createDeckArguments, async ({ input }, principal) =>
    deckView(await does.createDeck(input, principal)),
  ),
  updateDeck: changed(inputs.updateDeckArguments, async ({ input: { id, ...fields } }, principal) =>
    deckView(await does.updateDeck(id, fields, principal)),
  ),
  deleteDeck: changed(inputs.onlyIdArguments, async ({ input: { id } }, principal) => {
    await does.deleteDeck(id, principal);
    return String(id);
  }),
  addFlashcard: changed(inputs.addFlashcardArguments, async ({ input: { deckId, ...sides } }, principal) =>
    cardView(await does.addCard(deckId, sidesOf(sides), principal)),
  ),
  editFlashcard: changed(inputs.editFlashcardArguments, async ({ input: { id, ...sides } }, principal) =>
    cardView(await does.editCard(id, sidesOf(sides), principal)),
  ),
  deleteFlashcard: changed(inputs.onlyIdArguments, async ({ input: { id } }, principal) =>
    deckView(await does.deleteCard(id, principal)),
  ),
  seedCatalog: changed(inputs.seedCatalogArguments, async ({ input: { catalogIds } }, principal) =>
    seedingView(await does.seedCatalog(catalogIds, principal)),
  ),
});

const user = (does: UseCases): UserResolvers<GraphQLContext> => ({
  __resolveReference: (reference, context) => (isAsker(reference, context) ? { id: reference.id } : null),
  decks: asked(inputs.decksArguments, async (query, principal) =>
    pageView(await does.listDecks(query, principal), deckView),
  ),
  deckFacets: (_parent, _given, context) => does.readDeckFacets(requirePrincipal(context)),
});

const deck = (does: UseCases): DeckResolvers<GraphQLContext> => ({
  __resolveReference: async ({ id }, context) => {
    const found = await context.loaders.decks.load(parseInput(inputs.oneId, { id }).id);
    return found && deckView(found);
  },
  flashcards: asked(inputs.pageArguments, async (page, principal, _context, { id, cardCount }: DeckView) =>
    pageView(await does.listCardsOf({ id: Number(id), cardCount }, page, principal), cardView),
  ),
});

const flashcard: FlashcardResolvers<GraphQLContext> = {
  __resolveReference: async ({ id }, context) => {
    const found = await context.loaders.cards.load(parseInput(inputs.oneId, { id }).id);
    return found && cardView(found);
  },
  deckId: ({ deckId }) => String(deckId),
  deck: async ({ deckId }, _given, { loaders }) => {
    const found = await loaders.decks.load(deckId);
    if (!found) throw new DeckNotFound();
    return deckView(found);
  },
};

/** Registered under the names of the schema; the generated types hold them to it. */
export const resolvers = (does: UseCases): Resolvers<GraphQLContext> => ({
  Query: queries(does),
  Mutation: mutations(does),
  User: user(does),
  Deck: deck(does),
  Flashcard: flashcard,
});
