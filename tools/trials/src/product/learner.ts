import { randomUUID } from 'node:crypto';

/** Learner with an account, who uses the REST paths of the specification. */
export interface Learner {
  id: number;
  email: string;
  username: string;
  password: string;
  token: string;
  call<Body = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ApiResponse<Body>>;
}

export interface ApiResponse<Body> {
  status: number;
  body: Body;
  headers: Headers;
}

let made = 0;

async function send<Body>(
  base: string,
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<ApiResponse<Body>> {
  const response = await fetch(new URL(path, base), {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    signal: AbortSignal.timeout(15_000),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? null : JSON.parse(text),
    headers: response.headers,
  };
}

function expectStatus<Body>(response: ApiResponse<Body>, status: number): Body {
  if (response.status !== status)
    throw new Error(`Expected ${status}, got ${response.status}: ${JSON.stringify(response.body)}`);
  return response.body;
}

/** Signs up and verifies the address with the code that local development returns. */
export async function newLearner(rest: string, name = 'learner'): Promise<Learner> {
  const tag = `${Date.now().toString(36)}${(made++).toString(36)}${Math.random().toString(36).slice(2, 6)}`;
  const email = `${name}-${tag}@example.test`;
  const username = `${name}-${tag}`;
  const password = `pass-${tag}-word`;
  const anonymous = <Body>(path: string, body: unknown) => send<Body>(rest, 'POST', path, body, {});
  const { id } = expectStatus(await anonymous<{ id: number }>('/signup', { email, username, password }), 201);
  const code = expectStatus(
    await anonymous<{ otp_id: string; dev_code: string }>('/login/otp/request', { email }),
    200,
  );
  const proof = { email, otp_id: code.otp_id, code: code.dev_code };
  const { access_token: token } = expectStatus(
    await anonymous<{ access_token: string }>('/login/otp/verify', proof),
    200,
  );
  return learnerAt(rest, { id, email, username, password, token });
}

/** Returns the learner of an account at the address of a product, which may differ after a restart. */
export function learnerAt(rest: string, account: Omit<Learner, 'call'>): Learner {
  const authorization = `Bearer ${account.token}`;
  return {
    ...account,
    call: (method, path, body, headers = {}) => send(rest, method, path, body, { authorization, ...headers }),
  };
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

export interface DeckWithCards {
  deckId: number;
  cardIds: number[];
}

/** Body of a new deck. */
export const deckNamed = (title: string) => ({
  title,
  description: 'For trials',
  subject: 'Trials',
  category: 'General',
  difficulty: 3,
});

export async function giveDeck(learner: Learner, cards: number, title = 'A deck'): Promise<DeckWithCards> {
  const response = await learner.call<{ id: number }>('POST', '/decks', deckNamed(title));
  const { id: deckId } = expectStatus(response, 201);
  const cardIds: number[] = [];
  for (let n = 0; n < cards; n++) {
    const card = { deck_id: deckId, front_text: `Question ${n}`, back_text: `Answer ${n}` };
    cardIds.push(expectStatus(await learner.call<{ id: number }>('POST', '/flashcards', card), 201).id);
  }
  return { deckId, cardIds };
}

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
