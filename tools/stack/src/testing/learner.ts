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

export async function send<Body>(
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

/** Returns the body of a response with this status. Throws for any other. */
export function expectStatus<Body>(response: ApiResponse<Body>, status: number): Body {
  if (response.status !== status)
    throw new Error(`Expected ${status}, got ${response.status}: ${JSON.stringify(response.body)}`);
  return response.body;
}

/** Signs up and verifies the address with the code that local development returns. */
export async function signUp(
  rest: string,
  account: Pick<Learner, 'email' | 'username' | 'password'>,
): Promise<Learner> {
  const post = <Body>(path: string, body: object) => send<Body>(rest, 'POST', path, body, {});
  const { id } = expectStatus(await post<{ id: number }>('/signup', account), 201);
  const { email } = account;
  const code = expectStatus(
    await post<{ otp_id: string; dev_code: string }>('/login/otp/request', { email }),
    200,
  );
  const proof = { email, otp_id: code.otp_id, code: code.dev_code };
  const { access_token: token } = expectStatus(
    await post<{ access_token: string }>('/login/otp/verify', proof),
    200,
  );
  return learnerAt(rest, { id, ...account, token });
}

/** Returns the learner of an account at the address of a product, which may differ after a restart. */
export function learnerAt(rest: string, account: Omit<Learner, 'call'>): Learner {
  const authorization = `Bearer ${account.token}`;
  return {
    ...account,
    call: (method, path, body, headers = {}) => send(rest, method, path, body, { authorization, ...headers }),
  };
}

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
