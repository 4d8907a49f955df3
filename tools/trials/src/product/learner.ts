import {
  expectStatus,
  send,
  signUp,
  type ApiResponse,
  type DeckWithCards,
  type Learner,
} from '@kumbuka/stack/learner';
import { randomUUID } from 'node:crypto';

export {
  deckNamed,
  giveDeck,
  learnerAt,
  type ApiResponse,
  type DeckWithCards,
  type Learner,
} from '@kumbuka/stack/learner';

let made = 0;

/** Signs up under a name that no other learner has. */
export function newLearner(rest: string, name = 'learner'): Promise<Learner> {
  const tag = `${Date.now().toString(36)}${(made++).toString(36)}${Math.random().toString(36).slice(2, 6)}`;
  const username = `${name}-${tag}`;
  return signUp(rest, { email: `${username}@example.test`, username, password: `pass-${tag}-word` });
}

export interface GraphQLResponse<Data> {
  data?: Data | null;
  errors?: { extensions?: { code?: string } }[];
}

/** Sends an operation to the gateway. A retryable error has status 503, any other 400. */
export const queryGraphQL = <Data = unknown>(
  graphql: string,
  { token }: Learner,
  query: string,
  variables: object,
  headers: Record<string, string> = {},
): Promise<ApiResponse<GraphQLResponse<Data>>> =>
  queryGraphQLAs<Data>(graphql, { authorization: `Bearer ${token}`, ...headers }, query, variables);

/** Sends an operation to the gateway with the credentials in the headers. */
export async function queryGraphQLAs<Data>(
  graphql: string,
  headers: Record<string, string>,
  query: string,
  variables: object,
): Promise<ApiResponse<GraphQLResponse<Data>>> {
  const response = await send<GraphQLResponse<Data>>(graphql, 'POST', graphql, { query, variables }, headers);
  const [failed] = response.body.errors ?? [];
  return failed ? { ...response, status: statusOf(failed.extensions?.code) } : response;
}

/** Maps retryable errors to 503. */
const passing = new Set(['UNAVAILABLE', 'INTERNAL', 'IN_PROGRESS']);
const statusOf = (code = 'INTERNAL') => (passing.has(code) ? 503 : 400);

/** Body of an answer over REST. `turn` selects the card. */
export const answerTo = ({ deckId, cardIds }: DeckWithCards, turn = 0, isRight = true) => ({
  deck_id: deckId,
  flashcard_id: cardIds[turn % cardIds.length],
  was_correct: isRight,
  time_spent: 0.1,
});

/** Body of an answer with a client event id, as the web sends it, so that a retry counts once. */
export const namedAnswerTo = (...answer: Parameters<typeof answerTo>) => ({
  ...answerTo(...answer),
  client_event_id: randomUUID(),
});

/** Input of an answer over GraphQL. */
export const answerInputTo = ({ deckId, cardIds }: DeckWithCards, turn = 0, wasCorrect = true) => ({
  deckId: String(deckId),
  flashcardId: String(cardIds[turn % cardIds.length]),
  wasCorrect,
  timeSpentMinutes: 0.1,
  clientEventId: randomUUID(),
});

/** Returns the total number of items of a list. */
export async function countOf({ call }: Learner, path: string): Promise<number> {
  const { body } = await call<{ pagination: { total_items: number } }>('GET', path);
  return body.pagination.total_items;
}

/** Answers the first cards of a deck once each; by default all of them. */
export async function answerCards(learner: Learner, deck: DeckWithCards, count = deck.cardIds.length) {
  for (let turn = 0; turn < count; turn++)
    expectStatus(await learner.call('POST', '/progress', answerTo(deck, turn)), 201);
}
