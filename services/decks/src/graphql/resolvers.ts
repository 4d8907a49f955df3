import { parseInput } from '@kumbuka/contracts';
import { requirePrincipal } from '@kumbuka/service-kit';
import type { Principal } from '@kumbuka/identity';
import type { z } from 'zod';
import { DeckNotFound } from '../domain/errors.ts';
import type { UseCases } from '../use-cases/use-cases.ts';
import * as inputs from './inputs.ts';
import { forget, type Context } from './loaders.ts';
import {
  cardView,
  catalogView,
  deckView,
  pageView,
  seedingView,
  type CardView,
  type DeckView,
} from './views.ts';

type Resolve<Parent> = (parent: Parent, given: unknown, context: Context) => unknown;

/** A field of the learner: who asks, then the arguments by their schema, then the answer. */
const asked =
  <Schema extends z.ZodType, Parent = unknown>(
    schema: Schema,
    answer: (
      given: z.output<Schema>,
      principal: Principal,
      context: Context,
      parent: Parent,
    ) => Promise<unknown>,
  ): Resolve<Parent> =>
  async (parent, given, context) => {
    const principal = requirePrincipal(context);
    return answer(parseInput(schema, given), principal, context, parent);
  };

/** A change; what the request read before is forgotten, so that its own answer shows the new state. */
const changed = <Schema extends z.ZodType>(
  schema: Schema,
  answer: (given: z.output<Schema>, principal: Principal) => Promise<unknown>,
): Resolve<unknown> =>
  asked(schema, async (given, principal, context) => {
    const result = await answer(given, principal);
    forget(context.loaders);
    return result;
  });

const sidesOf = ({ frontText, backText }: { frontText: string; backText: string }) => ({
  front: frontText,
  back: backText,
});

interface UserView {
  id: string;
}
const isAsker = ({ id }: UserView, context: Context) => id === String(requirePrincipal(context).userId);

const queries = (does: UseCases) => ({
  viewer: (_parent: unknown, _given: unknown, context: Context): UserView => ({
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

const mutations = (does: UseCases) => ({
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

const user = (does: UseCases) => ({
  __resolveReference: (reference: UserView, context: Context) =>
    isAsker(reference, context) ? { id: reference.id } : null,
  decks: asked(inputs.decksArguments, async (query, principal) =>
    pageView(await does.listDecks(query, principal), deckView),
  ),
  deckFacets: (_parent: UserView, _given: unknown, context: Context) =>
    does.readDeckFacets(requirePrincipal(context)),
});

const deck = (does: UseCases) => ({
  __resolveReference: async ({ id }: { id: string }, context: Context) => {
    const found = await context.loaders.decks.load(parseInput(inputs.oneId, { id }).id);
    return found && deckView(found);
  },
  flashcards: asked(inputs.pageArguments, async (page, principal, _context, { id, cardCount }: DeckView) =>
    pageView(await does.listCardsOf({ id: Number(id), cardCount }, page, principal), cardView),
  ),
});

const flashcard = {
  __resolveReference: async ({ id }: { id: string }, context: Context) => {
    const found = await context.loaders.cards.load(parseInput(inputs.oneId, { id }).id);
    return found && cardView(found);
  },
  deck: async ({ deckId }: CardView, _given: unknown, { loaders }: Context) => {
    const found = await loaders.decks.load(deckId);
    if (!found) throw new DeckNotFound();
    return deckView(found);
  },
};

export const resolvers = (does: UseCases) => ({
  Query: queries(does),
  Mutation: mutations(does),
  User: user(does),
  Deck: deck(does),
  Flashcard: flashcard,
});
