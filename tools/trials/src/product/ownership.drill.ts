/**
 * Every route and field with an id, from the route table and the schema: a request with the id of another learner's
 * resource must get the same response as one with an unknown id.
 */

import { restRoutes, type RestRoute } from '@kumbuka/contracts';
import {
  buildSchema,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
} from 'graphql';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  answerTo,
  queryGraphQL,
  deckNamed,
  giveDeck,
  newLearner,
  type DeckWithCards,
  type Learner,
} from './learner.ts';
import { startProduct, withoutLimits, type Product } from './product.ts';

let product: Product;
let owner: Learner;
let stranger: Learner;
let theirs: DeckWithCards;
const nobody = {
  deckId: 999_999_991,
  cardIds: [999_999_992],
  sessionId: 'no-such-session',
  clientEventId: 'no-such',
  paymentId: '01930d3e-7c00-7000-8000-000000000001',
  importId: '01930d3e-7c00-7000-8000-000000000002',
};
const sessionId = 'session-of-the-owner';
const clientEventId = 'answer-of-the-owner';
let paymentId: string;
let importId: string;

/** Sends a mutation of the owner that creates something. Returns its id. */
async function createByOwner(mutation: string): Promise<string> {
  const { body } = await queryGraphQL(product.graphql, owner, `mutation { ${mutation} }`, {});
  const [, id] = /"id":"([\w-]{36})"/.exec(JSON.stringify(body)) ?? [];
  if (id === undefined) throw new Error(`Nothing was created: ${JSON.stringify(body)}`);
  return id;
}

beforeAll(async () => {
  product = await startProduct({ env: withoutLimits });
  [owner, stranger] = [await newLearner(product.rest, 'owner'), await newLearner(product.rest, 'stranger')];
  // Two other decks first, so that account, deck and card have different numbers.
  for (const title of ['First', 'Second']) await giveDeck(owner, 2, title);
  theirs = await giveDeck(owner, 2);
  const { status } = await owner.call('POST', '/progress', {
    ...answerTo(theirs),
    session_id: sessionId,
    client_event_id: clientEventId,
  });
  expect(status).toBe(201);
  paymentId = await createByOwner('startCheckout(input: {}) { payment { id } }');
  importId = await createByOwner('createImport(input: { fileName: "cards.csv", size: 10 }) { id }');
});
afterAll(() => product?.stop());

interface Names extends DeckWithCards {
  sessionId: string;
  clientEventId: string;
  paymentId: string;
  importId: string;
}
const foreign = (): Names => ({ ...theirs, sessionId, clientEventId, paymentId, importId });

const isCard = (route: RestRoute) => route.path.includes('flashcard');
const namesThings = (route: RestRoute) =>
  /\{/.test(route.path) || 'deck_id' in (route.query?.shape ?? {}) || 'deck_id' in (route.body?.shape ?? {});
const guarded = restRoutes.filter(
  (route) => route.access === 'learner' && route.exposure === 'public' && namesThings(route),
);

function bodyFor({ operationId }: RestRoute, names: Names): unknown {
  const bodies: Record<string, unknown> = {
    updateDeck: deckNamed('Theirs'),
    addFlashcard: { deck_id: names.deckId, front_text: 'q', back_text: 'a' },
    editFlashcard: { front_text: 'q', back_text: 'a' },
    generateCards: { text: 'The Tana is the longest river of Kenya.', count: 6, deck_id: names.deckId },
    recordAnswer: answerTo(names),
  };
  return bodies[operationId];
}
function idOfRoute(route: RestRoute, { cardIds, importId: run, deckId }: Names) {
  if (route.operationId === 'readImport') return run;
  return isCard(route) ? cardIds[0] : deckId;
}
function pathFor(route: RestRoute, names: Names): string {
  const path = route.path
    .replace('{id}', String(idOfRoute(route, names)))
    .replace('{session_id}', names.sessionId);
  if (route.operationId === 'exportDeck') return `${path}?format=csv`;
  return 'deck_id' in (route.query?.shape ?? {}) ? `${path}?deck_id=${names.deckId}` : path;
}

async function callRest(route: RestRoute, names: Names) {
  const { status, body } = await stranger.call<Record<string, unknown>>(
    route.method,
    pathFor(route, names),
    bodyFor(route, names),
  );
  return { status, body: { ...body, requestId: 'any' } };
}

describe('ownership over REST', () => {
  it('at least nine REST routes name a resource of a learner', () => {
    expect(guarded.length).toBeGreaterThanOrEqual(9);
  });

  it.each(guarded.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s',
    async (_name, route) => {
      const [other, missing] = [await callRest(route, foreign()), await callRest(route, nobody)];
      expect(other.status).toBe(404);
      expect(other).toEqual(missing);
    },
  );
});

const supergraph = readFileSync(
  new URL('../../../../apps/gateway/supergraph.graphql', import.meta.url),
  'utf8',
);
const schema = buildSchema(supergraph, { assumeValidSDL: true });

/** Arguments with ids that learners own. Catalogue ids and one-time codes have no owner. */
const owned = new Set(['id', 'ids', 'deckId', 'flashcardId', 'sessionId', 'clientEventId']);
const ownedArguments = (args: readonly GraphQLArgument[]): boolean =>
  args.some(({ name, type }) => {
    const named = getNamedType(type);
    if (isInputObjectType(named))
      return Object.values(named.getFields()).some(
        (field) => owned.has(field.name) || isNestedOwned(field.type),
      );
    return owned.has(name) && named.name === 'ID';
  });
const isNestedOwned = (type: GraphQLInputType) => {
  const named = getNamedType(type);
  return isInputObjectType(named) && Object.keys(named.getFields()).some((name) => owned.has(name));
};

function idFor(operation: string, { cardIds, deckId, paymentId: payment, importId: run }: Names) {
  if (/flashcard/i.test(operation)) return cardIds[0];
  if (/import/i.test(operation)) return run;
  return operation === 'payment' ? payment : deckId;
}

function valueFor(operation: string, name: string, type: GraphQLInputType, names: Names): unknown {
  if (isNonNullType(type)) return valueFor(operation, name, type.ofType, names);
  if (isListType(type)) return [valueFor(operation, name, type.ofType, names)];
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter((field) => isNonNullType(field.type) || owned.has(field.name))
        .map((field) => [field.name, valueFor(operation, field.name, field.type, names)]),
    );
  const ids: Record<string, unknown> = {
    deckId: names.deckId,
    flashcardId: names.cardIds[0],
    ids: names.cardIds[0],
    sessionId: names.sessionId,
    clientEventId: operation === 'recordAnswers' ? `try-${names.deckId}` : names.clientEventId,
    id: idFor(operation, names),
  };
  if (name in ids) return String(ids[name]);
  return { Int: 3, Float: 0.1, Boolean: true }[getNamedType(type).name] ?? 'x';
}

type Place = 'query' | 'mutation' | 'viewer';
const fieldsOf = (name: string): GraphQLField<unknown, unknown>[] => {
  const type = schema.getType(name);
  return isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
};
const operations = (
  [
    ['query', 'Query'],
    ['mutation', 'Mutation'],
    ['viewer', 'User'],
  ] as const
).flatMap(([place, type]) =>
  fieldsOf(type)
    .filter((field) => ownedArguments(field.args))
    .map((field) => [`${place} ${field.name}`, place, field] as const),
);

function documentFor(place: Place, field: GraphQLField<unknown, unknown>): string {
  const args = field.args.filter(
    ({ name, type }) => isNonNullType(type) || owned.has(name) || name === 'input',
  );
  const declared = args.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const passed = args.map(({ name }) => `${name}: $${name}`).join(', ');
  const selection = isLeafType(getNamedType(field.type)) ? '' : selectionFor(getNamedType(field.type).name);
  const call = `${field.name}(${passed}) ${selection}`;
  return `${place === 'mutation' ? 'mutation' : 'query'} Try(${declared}) { ${place === 'viewer' ? `viewer { ${call} }` : call} }`;
}

/** Returns a selection of the leaf fields and of those one level below. */
function selectionFor(type: string, deep = true): string {
  const parts = fieldsOf(type)
    .filter((field) => field.args.length === 0)
    .map((field) => {
      const named = getNamedType(field.type);
      if (isLeafType(named)) return field.name;
      return deep ? `${field.name} ${selectionFor(named.name, false)}` : '';
    });
  return `{ __typename ${parts.join(' ')} }`;
}

async function callGraph(place: Place, field: GraphQLField<unknown, unknown>, names: Names) {
  const variables = Object.fromEntries(
    field.args.map(({ name, type }) => [name, valueFor(field.name, name, type, names)]),
  );
  const response = await fetch(product.graphql, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${stranger.token}` },
    body: JSON.stringify({ query: documentFor(place, field), variables }),
  });
  const text = await response.text();
  return (
    text
      // Presence is reported while the calls are made.
      .replaceAll(/"lastSeenAt":(?:null|"[^"]*")/g, '"lastSeenAt":"SEEN"')
      .replaceAll(`"try-${names.deckId}"`, '"TRY"')
      .replaceAll(`"${names.paymentId}"`, '"PAYMENT"')
      .replaceAll(`"${names.importId}"`, '"IMPORT"')
      .replaceAll(`"${names.deckId}"`, '"DECK"')
      .replaceAll(`"${names.cardIds[0]}"`, '"CARD"')
  );
}

describe('ownership over GraphQL', () => {
  it('at least nine GraphQL fields name a resource of a learner', () => {
    expect(operations.length).toBeGreaterThanOrEqual(9);
  });

  it.each(operations)('%s', async (_name, place, field) => {
    const [other, missing] = [
      await callGraph(place, field, foreign()),
      await callGraph(place, field, nobody),
    ];
    expect(other).not.toContain('GRAPHQL_VALIDATION_FAILED');
    expect(other).toBe(missing);
    expect(other).not.toMatch(/Question \d|A deck/);
  });
});

describe('the resources of the owner', () => {
  it('the owner can read the payment that other learners cannot read', async () => {
    const query = 'query ($id: ID!) { payment(id: $id) { state } }';
    const { body } = await queryGraphQL(product.graphql, owner, query, { id: paymentId });
    expect(body).toMatchObject({ data: { payment: { state: 'SENT' } } });
  });

  it('are unchanged', async () => {
    const { body: deck } = await owner.call<{ title: string; card_count: number }>(
      'GET',
      `/decks/${theirs.deckId}`,
    );
    expect(deck).toMatchObject({ title: 'A deck', card_count: 2 });
    const { body: records } = await owner.call<{ study_count: number }[]>('GET', '/progress');
    expect(records.map(({ study_count }) => study_count)).toEqual([1]);
  });
});
