/** A learner of a running product, with a deck of cards that were made 25 days ago. */
export interface TrialLearner {
  id: string;
  token: string;
  deckId: string;
}

export interface LogEntry {
  kind: string;
  flashcardId: string | null;
  clientEventId: string | null;
}

let made = 0;
const dayMs = 86_400_000;

async function call<Body>(address: string, body: unknown, token?: string): Promise<Body> {
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
  return response.json() as Promise<Body>;
}

/** Signs up, verifies the address with the code that local development returns, and makes a deck. */
export async function newLearner(rest: string, cards: number): Promise<TrialLearner> {
  const tag = `${Date.now().toString(36)}${(made++).toString(36)}`;
  const email = `devices-${tag}@example.test`;
  const account = { email, username: `devices-${tag}`, password: `pass-${tag}-word` };
  const { id } = await call<{ id: number }>(`${rest}/signup`, account);
  const code = await call<{ otp_id: string; dev_code: string }>(`${rest}/login/otp/request`, { email });
  const proof = { email, otp_id: code.otp_id, code: code.dev_code };
  const { access_token: token } = await call<{ access_token: string }>(`${rest}/login/otp/verify`, proof);
  const texts = { title: 'Rivers', description: 'Of Kenya', subject: 'Geography', category: 'Kenya' };
  const deck = await call<{ id: number }>(`${rest}/decks`, { ...texts, difficulty: 3 }, token);
  const made_at = new Date(Date.now() - 25 * dayMs).toISOString();
  for (let n = 0; n < cards; n += 1)
    await call(
      `${rest}/flashcards`,
      { deck_id: deck.id, front_text: `Question ${n}`, back_text: `Answer ${n}`, made_at },
      token,
    );
  return { id: String(id), token, deckId: String(deck.id) };
}

export async function readLog(web: string, { token }: TrialLearner): Promise<LogEntry[]> {
  const query = '{ viewer { reviewLog(limit: 1000) { kind flashcardId clientEventId } } }';
  const { data } = await call<{ data: { viewer: { reviewLog: LogEntry[] } } }>(
    `${web}/graphql`,
    { query },
    token,
  );
  return data.viewer.reviewLog;
}
