import {
  decksInternalRoutes,
  decksRoutes,
  limits,
  usersRoutes,
  ValidationFailed,
  type Format,
} from '@kumbuka/contracts';
import { asFile, handle, streamItems, withStatus, type HandledRoute } from '@kumbuka/service-kit';
import { showConflict } from '../domain/errors.ts';
import type { UseCases } from '../use-cases/use-cases.ts';
import {
  cardPageView,
  cardView,
  catalogView,
  deckView,
  importRunView,
  operatorsImportsView,
  pageView,
  seedingView,
} from './views.ts';

/** A body may repeat the id of its path but not contradict it. */
function assertSameId(pathId: number, bodyId: number | undefined) {
  if (bodyId !== undefined && bodyId !== pathId)
    throw new ValidationFailed([
      { path: 'id', message: 'The id of the body must equal the id of the path.' },
    ]);
}

interface SidesBody {
  front_text: string;
  back_text: string;
  format?: Format | undefined;
}
const sidesOf = ({ front_text, back_text, format }: SidesBody) => ({
  front: front_text,
  back: back_text,
  format,
});
interface LanguagesBody {
  front_language?: string | null | undefined;
  back_language?: string | null | undefined;
}
const writtenDeck = <Body extends LanguagesBody>({ front_language, back_language, ...fields }: Body) => ({
  ...fields,
  frontLanguage: front_language,
  backLanguage: back_language,
});
const withClientId = <Fields extends { client_id?: string | undefined }>({
  client_id,
  ...fields
}: Fields) => ({
  ...fields,
  clientId: client_id,
});

export const routes = (useCases: UseCases): HandledRoute[] => [
  handle(
    decksRoutes.createImport,
    ({ query, upload, principal }) => useCases.importFile(query.file_name, upload, principal),
    importRunView,
  ),
  handle(
    decksRoutes.readImport,
    ({ params, principal }) => useCases.readImport(params.id, principal),
    importRunView,
  ),
  handle(decksRoutes.listDecks, async ({ query, principal, read }) => {
    const { page, per_page, sort, q, ...exact } = query;
    await read(q === undefined ? per_page : await useCases.countOwnDecks(principal));
    const request = { page, perPage: per_page, sort, filter: { titleContains: q, ...exact } };
    return pageView(await useCases.listDecks(request, principal), deckView);
  }),
  handle(decksRoutes.readDeck, ({ params, principal }) => useCases.readDeck(params.id, principal), deckView),
  handle(
    decksRoutes.exportDeck,
    async ({ params, query, principal, read }) => {
      await read((await useCases.readDeck(params.id, principal)).cardCount);
      return useCases.exportCards({ deckId: params.id, format: query.format }, principal);
    },
    asFile,
  ),
  handle(
    decksRoutes.exportDecks,
    async ({ query, principal, read }) => {
      await read(limits.operationItems);
      return useCases.exportCards({ format: query.format }, principal);
    },
    asFile,
  ),
  handle(
    decksRoutes.createDeck,
    ({ body, principal }) => useCases.createDeck(withClientId(writtenDeck(body)), principal),
    deckView,
  ),
  handle(
    decksRoutes.updateDeck,
    async ({ params, body, principal, expectedVersion }) => {
      assertSameId(params.id, body.id);
      return useCases
        .updateDeck(params.id, writtenDeck(body), principal, expectedVersion)
        .catch(showConflict(deckView));
    },
    deckView,
  ),
  handle(decksRoutes.deleteDeck, ({ params, principal, expectedVersion }) =>
    useCases.deleteDeck(params.id, principal, expectedVersion).catch(showConflict(deckView)),
  ),
  handle(decksRoutes.listFlashcards, async ({ query, principal, read }) => {
    if (query.all === 'true') {
      const { cardCount, batches } = await useCases.listAllCards(query.deck_id, principal);
      await read(cardCount);
      return streamItems(batches, cardView);
    }
    await read(query.per_page);
    const page = { page: query.page, perPage: query.per_page };
    return cardPageView(await useCases.listCards(query.deck_id, page, principal));
  }),
  handle(
    decksRoutes.addFlashcard,
    ({ body, principal }) =>
      useCases.addCard(
        body.deck_id,
        {
          ...sidesOf(body),
          clientId: body.client_id,
          madeAt: body.made_at === undefined ? undefined : new Date(body.made_at),
        },
        principal,
      ),
    cardView,
  ),
  handle(
    decksRoutes.editFlashcard,
    async ({ params, body, principal, expectedVersion }) => {
      assertSameId(params.id, body.id);
      return useCases
        .editCard(params.id, sidesOf(body), principal, { version: expectedVersion, deckId: body.deck_id })
        .catch(showConflict(cardView));
    },
    cardView,
  ),
  handle(decksRoutes.deleteFlashcard, async ({ params, principal, expectedVersion }) => {
    await useCases.deleteCard(params.id, principal, expectedVersion).catch(showConflict(cardView));
  }),
  handle(decksRoutes.listCatalog, async ({ language }) => ({
    catalog: useCases.listCatalog(language).map(catalogView),
  })),
  handle(
    decksRoutes.seedCatalog,
    ({ body, principal, language }) => useCases.seedCatalog(body.deck_ids, principal, language),
    (seeding) => withStatus(seeding.decks.some(({ made }) => made) ? 201 : 200, seedingView(seeding)),
  ),
  handle(
    decksInternalRoutes.listImportRuns,
    ({ query }) => useCases.listImportRuns({ failed: query.failed === 'true', ownerId: query.user }),
    operatorsImportsView,
  ),
  handle(decksInternalRoutes.readCardOwner, ({ params }) => useCases.readCardOwner(params.id)),
  handle(decksInternalRoutes.listOwners, ({ query }) => useCases.listOwners(query.after)),
  handle(decksInternalRoutes.listOwnership, ({ params, query }) =>
    useCases.listOwnership(params.id, query.after),
  ),
  handle(decksInternalRoutes.listFronts, ({ params, query }) =>
    useCases.listFronts(params.id, query.ownerId, query.page),
  ),
  handle(decksInternalRoutes.insertGeneratedCards, ({ params, body }) =>
    useCases.insertGeneratedCards(params.id, body),
  ),
  handle(
    decksInternalRoutes.readMedia,
    ({ params }) => useCases.readMedia(params.name),
    (bytes) => ({ data: bytes.toString('base64') }),
  ),
  handle(decksInternalRoutes.readDeckOwner, ({ params }) => useCases.readDeckOwner(params.id)),
  handle(
    usersRoutes.seedDecks,
    ({ body: { userId, starterDecks, at } }) => useCases.seedDecks(userId, starterDecks, new Date(at)),
    (decks) => ({ decks }),
  ),
  handle(
    usersRoutes.countDecks,
    ({ body }) => useCases.countDecks(body.userIds),
    (users) => ({ users }),
  ),
];
