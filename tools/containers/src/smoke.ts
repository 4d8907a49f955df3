import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Addresses {
  web: string;
  rest: string;
  graphql: string;
  mail: string;
}

const timeoutMs = 20_000;

async function call(address: string, method: string, body?: object, token?: string) {
  const response = await fetch(address, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await response.text();
  assert.ok(response.ok, `${method} ${address}: ${response.status} ${text}`);
  return JSON.parse(text === '' ? 'null' : text);
}

/** Repeats a request until the result is there, because events and emails need a moment. */
export async function eventually<Value>(
  work: () => Promise<Value | undefined>,
  what: string,
): Promise<Value> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    const value = await work();
    if (value !== undefined) return value;
    assert.ok(performance.now() < until, `${what} did not come within ${timeoutMs} ms`);
    await sleep(200);
  }
}

const textsOf = ({ items }: { items: { text: string }[] }) => items.map(({ text }) => text);

/** Returns the texts that the embedded mail catcher or Mailpit received for an address. */
async function mailsTo(mail: string, email: string): Promise<string[]> {
  const caught = await fetch(`${mail}/api/messages?to=${encodeURIComponent(email)}`);
  if (caught.ok) return textsOf(JSON.parse(await caught.text()));
  const found = await call(`${mail}/api/v1/search?query=${encodeURIComponent(`to:${email}`)}`, 'GET');
  const ids: string[] = found.messages.map(({ ID }: { ID: string }) => ID);
  return Promise.all(ids.map(async (id) => (await call(`${mail}/api/v1/message/${id}`, 'GET')).Text));
}

async function codeFor(mail: string, email: string): Promise<string | undefined> {
  const texts = await mailsTo(mail, email);
  return texts.map((text) => /\b\d{6}\b/.exec(text)?.[0]).find((code) => code !== undefined);
}

async function signUp({ rest, mail }: Addresses): Promise<string> {
  const email = `learner-${Date.now()}@example.org`;
  await call(`${rest}/signup`, 'POST', {
    email,
    username: `learner${Date.now()}`,
    password: 'kumbuka-na-furaha',
  });
  const { otp_id } = await call(`${rest}/login/otp/request`, 'POST', { email });
  const code = await eventually(() => codeFor(mail, email), 'the mail with the code');
  const { access_token } = await call(`${rest}/login/otp/verify`, 'POST', { email, otp_id, code });
  return access_token;
}

async function makeDeck(rest: string, token: string) {
  const fields = {
    title: 'Rivers',
    description: 'Of Kenya',
    subject: 'Geography',
    category: 'Water',
    difficulty: 2,
  };
  const deck = await call(`${rest}/decks`, 'POST', fields, token);
  const card = { deck_id: deck.id, front_text: 'Longest river?', back_text: 'Tana' };
  return { deck, card: await call(`${rest}/flashcards`, 'POST', card, token) };
}

const isReady = (address: string) =>
  fetch(new URL('/health/ready', address)).then(
    ({ ok }) => ok || undefined,
    () => undefined,
  );

/** Learner with a deck of one card. */
export interface Studied {
  token: string;
  deckId: number;
  cardId: number;
}

/** Creates an account by an emailed code, and a deck. */
async function newLearner(addresses: Addresses): Promise<Studied> {
  const token = await signUp(addresses);
  const { deck, card } = await makeDeck(addresses.rest, token);
  return { token, deckId: deck.id, cardId: card.id };
}

/** Waits until a learner can read the answered deck. Throws when it is not there. */
export async function hasDeck({ rest }: Addresses, { token, deckId }: Studied): Promise<void> {
  await eventually(
    () =>
      call(`${rest}/decks/${deckId}`, 'GET', undefined, token).then(
        ({ mastery }) => mastery === 100 || undefined,
        () => undefined,
      ),
    'the deck',
  );
}

/**
 * Runs the main flow on a started product: the page, an account with an emailed code, a deck, an answer, and the mastery
 * that the answer's event brings to the deck. Returns the learner. Throws at the first failure.
 */
export async function smoke(addresses: Addresses): Promise<Studied> {
  const { web, rest, graphql } = addresses;
  for (const address of [web, rest, graphql]) await eventually(() => isReady(address), `${address} ready`);
  const page = await fetch(web);
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src/);
  const learner = await newLearner(addresses);
  const { token, deckId, cardId } = learner;
  const answer = { deck_id: deckId, flashcard_id: cardId, was_correct: true, time_spent: 0.1 };
  await call(`${rest}/progress`, 'POST', answer, token);
  await eventually(async () => {
    const { mastery } = await call(`${rest}/decks/${deckId}`, 'GET', undefined, token);
    return mastery === 100 ? mastery : undefined;
  }, 'the mastery of the deck');
  const query = `{ viewer { id decks { items { title } } } }`;
  const { data } = await call(graphql, 'POST', { query }, token).catch((error: unknown) => {
    // In production, learners may send only the operations of the web client.
    assert.match(String(error), /OPERATION_UNKNOWN/);
    return { data: undefined };
  });
  assert.equal(data, undefined, 'an unknown operation was answered in production');
  return learner;
}
