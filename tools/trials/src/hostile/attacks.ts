import { answerInputTo, type DeckWithCards } from '../product/learner.ts';

/** Attacks of a hostile account with many cards, each without pauses. `one-hostile.ts` runs them in a separate process. */
export interface Target extends DeckWithCards {
  rest: string;
  graphql: string;
  token: string;
}

export interface Attack {
  /** Number of parallel runs. */
  lanes: number;
  send(target: Target, n: number): Promise<Response>;
}

const times = (count: number, each: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => each(n)).join(' ');

const post = (url: string, token: string, body: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body,
  });
const query = ({ graphql, token }: Target, query: string, variables = {}) =>
  post(graphql, token, JSON.stringify({ query, variables }));
const get = ({ rest, token }: Target, path: string) =>
  fetch(new URL(path, rest), { headers: { authorization: `Bearer ${token}` } });

const prompt = 'mutation ($phone: String!) { requestStkPush(input: { phone: $phone }) { id } }';
const phoneOf = (n: number) => `07${String(11_000_000 + n)}`;

const wholeDeck = 'id title progress { dueCount memory { recall isDue } }';

export const attacks: Record<string, Attack> = {
  'the path from a card back to its deck': {
    lanes: 4,
    send: (target) =>
      query(
        target,
        `{ ${times(8, (n) => `a${n}: deck(id: ${target.deckId}) { flashcards(perPage: 100) { items { deck { flashcards(perPage: 100) { items { id } } } } } }`)} }`,
      ),
  },
  'the maximum number of items of an operation': {
    lanes: 8,
    send: (target) =>
      query(
        target,
        '{ viewer { decks(perPage: 49) { items { flashcards(perPage: 100) { items { frontText backText schedule { dueAt } } } } } } }',
      ),
  },
  'the memory of a hundred decks': {
    lanes: 4,
    send: (target) => query(target, `{ viewer { decks(perPage: 100) { items { ${wholeDeck} } } } }`),
  },
  'fifteen aliases of the viewer, always different': {
    lanes: 4,
    send: (target, n) =>
      query(
        target,
        `{ ${times(15, (alias) => `a${n}_${alias}: viewer { id username stats { xp } decks { items { id progress { dueCount } } } }`)} }`,
      ),
  },
  'a new document, twice': {
    lanes: 4,
    send: (target, n) =>
      query(
        target,
        `{ viewer { ${times(25, (alias) => `f${n >> 1}_${alias}: stats { xp level streak badges { kind progress } }`)} } }`,
      ),
  },
  'a document of the maximum size': {
    lanes: 4,
    send: (target, n) => query(target, `{ viewer { ${'stats { xp } '.repeat(240)} } } # ${n}`),
  },
  'a body of 128 KiB': {
    lanes: 4,
    send: (target, n) => query(target, `{ viewer { id } } # ${n}`, { text: 'x'.repeat(127 * 1024) }),
  },
  'every card of a deck': {
    lanes: 16,
    send: (target) => get(target, `/flashcards?deck_id=${target.deckId}&all=true`),
  },
  'every progress record': { lanes: 8, send: (target) => get(target, '/progress') },
  'search over all decks': { lanes: 8, send: (target, n) => get(target, `/decks?per_page=100&q=${n}`) },
  'the study order of a deck twenty times': {
    lanes: 4,
    send: (target) =>
      query(target, `{ viewer { ${times(4, (n) => `o${n}: studyOrder(deckId: ${target.deckId})`)} } }`),
  },
  'twenty writes in one request': {
    lanes: 4,
    send: (target) =>
      query(
        target,
        `mutation { ${times(20, (n) => `a${n}: editFlashcard(input: { id: ${target.cardIds[n]}, frontText: "Q${Math.random()}", backText: "A" }) { id }`)} }`,
      ),
  },
  'a hundred answers at once': {
    lanes: 4,
    send: (target) =>
      query(
        target,
        'mutation ($answers: [AnswerInput!]!) { recordAnswers(input: { answers: $answers }) { stats { xp } } }',
        { answers: Array.from({ length: 100 }, (_, index) => answerInputTo(target, index, index % 3 > 0)) },
      ),
  },
  'prompts on one phone, each with a different key': {
    lanes: 4,
    send: ({ graphql, token }) =>
      fetch(graphql, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          'idempotency-key': crypto.randomUUID(),
        },
        body: JSON.stringify({ query: prompt, variables: { phone: phoneOf(0) } }),
      }),
  },
  'prompts on many phones': {
    lanes: 4,
    send: (target, n) => query(target, prompt, { phone: phoneOf(n) }),
  },
  'claims of refunds and payments': {
    lanes: 4,
    send: ({ rest }, n) =>
      post(
        new URL('/billing/webhooks/intasend', rest).href,
        '',
        JSON.stringify({ state: n % 2 ? 'COMPLETE' : 'REFUNDED', api_ref: `KMB-${n}`, challenge: 'guessed' }),
      ),
  },
  'the last cards of every deck': {
    lanes: 8,
    send: (target) =>
      query(
        target,
        '{ viewer { decks(perPage: 50) { items { flashcards(page: 3000, perPage: 1) { items { id } } } } } }',
      ),
  },
  'every card of decks without cards': {
    lanes: 8,
    send: (target, n) => get(target, `/flashcards?deck_id=${target.deckId + 1 + (n % 99)}&all=true`),
  },
  'invalid JSON': {
    lanes: 2,
    send: ({ graphql, token }) => post(graphql, token, `{"query": "${'['.repeat(50_000)}`),
  },
  'invalid GraphQL': { lanes: 2, send: (target) => query(target, '{ a '.repeat(450)) },
  'an invalid token': {
    lanes: 2,
    send: (target, n) => query({ ...target, token: `${target.token.slice(0, -8)}${n}` }, '{ viewer { id } }'),
  },
};
