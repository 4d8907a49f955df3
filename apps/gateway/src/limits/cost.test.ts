import { buildSchema, getNamedType, getOperationAST, isObjectType, parse } from 'graphql';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createCost } from './cost.ts';
import { readDeclaredCosts } from './declared-costs.ts';

const sdl = /* GraphQL */ `
  directive @listSize(
    assumedSize: Int
    slicingArguments: [String!]
    sizedFields: [String!]
  ) on FIELD_DEFINITION
  directive @cost(weight: Int!) on FIELD_DEFINITION | INPUT_FIELD_DEFINITION

  type Query {
    deck(id: ID!): Deck
    decks(filter: Filter, perPage: Int = 10): DeckPage
      @listSize(assumedSize: 100, slicingArguments: ["perPage"], sizedFields: ["items"])
    order: [ID!] @listSize(assumedSize: 1000)
    days(days: Int = 14): [Day!] @listSize(assumedSize: 60, slicingArguments: ["days"])
    report: Day @cost(weight: 40)
  }
  input Filter {
    title: String @cost(weight: 500)
    subject: String
  }
  type DeckPage {
    items: [Deck!]!
    total: Int
  }
  type Deck {
    id: ID!
    cards(page: Int = 1, perPage: Int = 10): CardPage
      @listSize(assumedSize: 100, slicingArguments: ["perPage"], sizedFields: ["items"])
  }
  type CardPage {
    items: [Card!]!
  }
  type Card {
    id: ID!
    deck: Deck
  }
  type Day {
    count: Int
  }
`;
const cost = createCost(buildSchema(sdl), readDeclaredCosts(sdl));

function costOf(query: string, variables: Record<string, unknown> = {}) {
  const document = parse(query);
  const operation = getOperationAST(document);
  if (!operation) throw new Error('The test needs one operation.');
  return cost({ document, operation, variables });
}

describe('the cost of an operation', () => {
  it('is the sum of the pages on the path, each multiplied by the pages around it', () => {
    expect(costOf('{ decks(perPage: 20) { items { cards(perPage: 30) { items { id } } } } }')).toBe(
      20 + 20 * 30,
    );
  });

  it('counts the defaults of arguments and of variables', () => {
    expect(costOf('{ decks { items { id } } }')).toBe(10);
    expect(costOf('query ($n: Int = 25) { decks(perPage: $n) { items { id } } }')).toBe(25);
  });

  it('depends on the variables of each request', () => {
    const query = 'query ($n: Int!) { decks(perPage: $n) { items { id } } }';
    expect([costOf(query, { n: 7 }), costOf(query, { n: 70 })]).toEqual([7, 70]);
  });

  it('counts a list without arguments by its declared maximum', () => {
    expect(costOf('{ days { count } }')).toBe(14);
    expect(costOf('{ days(days: 60) { count } }')).toBe(60);
  });

  it('counts ten plain values as one item', () => expect(costOf('{ order }')).toBe(100));

  it('counts nothing for a page without items', () => expect(costOf('{ decks { total } }')).toBe(0));

  it('never counts more than the maximum of a list, because the service rejects larger pages', () =>
    expect(costOf('{ decks(perPage: 999999) { items { id } } }')).toBe(100));

  it('counts the rows before a page: the last cards of fifty decks cost no more than the first ones', () => {
    const query =
      'query ($page: Int) { decks(perPage: 50) { items { cards(page: $page, perPage: 1) { items { id } } } } }';
    expect(costOf(query, { page: 1 })).toBe(50 + 50);
    expect(costOf(query, { page: 9_001 })).toBe(50 + 50 * (1 + 90));
    expect(costOf(query, { page: 2_147_483_647 })).toBe(50 + 50 * (1 + 100));
    expect(costOf(query, { page: -5 })).toBe(100);
  });

  it('is not lowered by negative sizes', () =>
    expect(costOf('{ decks(perPage: -100) { items { id } } days(days: 60) { count } }')).toBe(60));

  it('counts every alias, through fragments too', () => {
    expect(costOf('{ a: decks { items { id } } b: decks { items { id } } }')).toBe(20);
    expect(
      costOf(
        '{ ...F ...G } fragment F on Query { a: decks { items { id } } } fragment G on Query { b: order }',
      ),
    ).toBe(110);
    expect(costOf('{ decks { items { id } more: items { id } } }')).toBe(20);
  });

  it('counts a field once when it is requested twice under one name', () => {
    const fragments =
      'fragment F on Query { decks { items { id } } } fragment G on Deck { cards { items { id } } }';
    expect(costOf(`{ decks { items { ...G } } ...F ...F } ${fragments}`)).toBe(10 + 10 * 10);
  });

  it('counts the declared weights of fields and of filters in use', () => {
    expect(costOf('{ report { count } }')).toBe(40);
    expect(costOf('{ decks(filter: { title: "a" }) { items { id } } }')).toBe(510);
    expect(costOf('query ($f: Filter) { decks(filter: $f) { total } }', { f: { title: 'a' } })).toBe(500);
    expect(costOf('query ($f: Filter) { decks(filter: $f) { total } }', { f: { subject: 'a' } })).toBe(0);
    expect(costOf('{ decks(filter: { title: null }) { total } }')).toBe(0);
  });

  it('an operation that reads the deck of a card and again its cards is rejected', () => {
    const query =
      '{ deck(id: 1) { cards(perPage: 1) { items { deck { cards(perPage: 1) { items { id } } } } } } }';
    expect(() => costOf(query)).toThrow('within itself');
  });

  it('variables of wrong types are rejected, and the error names the first one', () => {
    const query =
      'query ($n: Int!, $m: Int!) { decks(perPage: $n) { items { cards(perPage: $m) { items { id } } } } }';
    expect(() => costOf(query, { n: 'many', m: 'more' })).toThrow('$n');
  });
});

describe('the supergraph', () => {
  const supergraph = readFileSync(new URL('../../supergraph.graphql', import.meta.url), 'utf8');
  const schema = buildSchema(supergraph, { assumeValid: true, assumeValidSDL: true });
  const { listSizes } = readDeclaredCosts(supergraph);

  it('declares the maximum length of every list', () => {
    const objects = Object.values(schema.getTypeMap()).filter(isObjectType);
    const ownFields = objects
      .filter(({ name }) => !name.startsWith('__'))
      .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })));
    const sized = new Set<string>();
    for (const { type, field } of ownFields)
      for (const name of listSizes.get(`${type.name}.${field.name}`)?.sizedFields ?? [])
        sized.add(`${getNamedType(field.type).name}.${name}`);
    const lists = ownFields.filter(({ field }) => String(field.type).startsWith('['));
    const undeclared = lists
      .map(({ type, field }) => `${type.name}.${field.name}`)
      .filter((coordinate) => !listSizes.has(coordinate) && !sized.has(coordinate));
    expect(lists.length).toBeGreaterThan(10);
    expect(undeclared).toEqual([]);
  });
});
