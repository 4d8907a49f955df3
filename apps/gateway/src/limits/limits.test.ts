import { limits } from '@kumbuka/contracts';
import { describe, expect, it } from 'vitest';
import { operationLimits } from './limits.ts';
import { deckId, graphql, services, useGateway } from '../testing/gateway-suite.ts';

useGateway();

describe('limits of an operation', () => {
  const deep = (levels: number) =>
    `{ viewer { decks { items { flashcards { items ${'{ deck { flashcards { items '.repeat(levels)} { id } ${'} } }'.repeat(levels)} } } } } }`;
  const aliases = (count: number) =>
    `{ viewer { ${Array.from({ length: count }, (_, n) => `a${n}: username`).join(' ')} } }`;
  const tooLarge = 'OPERATION_TOO_LARGE';

  it(`an operation has at most ${operationLimits.depth} fields in depth`, async () => {
    expect((await graphql(deep(1))).codes).toContain(tooLarge);
    expect(
      (await graphql('{ viewer { decks { items { flashcards { items { deck { id } } } } } } }')).codes,
    ).toEqual([]);
  });

  it(`an operation has at most ${operationLimits.aliases} aliases, also through fragments`, async () => {
    expect((await graphql(aliases(operationLimits.aliases))).codes).toEqual([]);
    expect((await graphql(aliases(operationLimits.aliases + 1))).codes).toContain(tooLarge);
    const names = Array.from({ length: 16 }, (_, n) => `a${n}: username`).join(' ');
    expect(
      (await graphql(`{ a: viewer { ...F } viewer { ...F } } fragment F on User { ${names} }`)).codes,
    ).toContain(tooLarge);
  });

  it(`an operation has at most ${operationLimits.tokens} tokens`, async () => {
    const { codes, text } = await graphql(`{ viewer { ${'id '.repeat(operationLimits.tokens)} } }`);
    expect(codes).toEqual(['GRAPHQL_PARSE_FAILED']);
    expect(text).toContain('tokens');
  });

  it(`an operation has at most ${operationLimits.rootFields} fields at the root, also through fragments`, async () => {
    const fields = Array.from({ length: operationLimits.rootFields + 1 }, (_, n) => `a${n}: __typename`);
    expect((await graphql(`{ ${fields.join(' ')} }`)).codes).toContain(tooLarge);
    expect((await graphql(`{ ...F } fragment F on Query { ${fields.join(' ')} }`)).codes).toContain(tooLarge);
  });

  it('an operation that repeats one field so often that validation takes 150 ms is rejected', async () => {
    const began = process.threadCpuUsage();
    for (const query of ['stats { xp } '.repeat(240), '... { id } '.repeat(240), 'id '.repeat(900)])
      expect((await graphql(`{ viewer { ${query} } }`)).codes).toEqual([tooLarge]);
    expect(process.threadCpuUsage(began).user / 1000).toBeLessThan(3 * 300);
    expect((await graphql(`{ viewer { ${'id '.repeat(operationLimits.repeats)} } }`)).codes).toEqual([]);
  });

  it('fragments that double each other are rejected before planning', async () => {
    const levels = 60;
    const doubling = Array.from(
      { length: levels },
      (_, n) => `fragment F${n} on User { ...F${n + 1} ...F${n + 1} }`,
    );
    const query = `{ viewer { ...F0 } } ${doubling.join(' ')} fragment F${levels} on User { id username }`;
    const began = process.threadCpuUsage();
    expect((await graphql(query)).codes).toContain(tooLarge);
    expect(process.threadCpuUsage(began).user / 1000).toBeLessThan(3 * 1_000);
  });

  it('an operation that reads the deck of the cards of a deck, under eight aliases, is rejected', async () => {
    const one = (n: number) =>
      `a${n}: deck(id: ${deckId}) { flashcards(perPage: 100) { items { deck { flashcards(perPage: 100) { items { id } } } } } }`;
    const query = `{ ${Array.from({ length: 8 }, (_, n) => one(n)).join(' ')} }`;
    const { codes, data } = await graphql(query);
    expect(codes).toEqual([tooLarge]);
    expect(data).toBeUndefined();
  });

  it(`an operation reads at most ${limits.operationItems} items, with page sizes in its text or in variables`, async () => {
    const query = `query ($decks: Int, $cards: Int) {
      viewer { decks(perPage: $decks) { items { flashcards(perPage: $cards) { items { id } } } } }
    }`;
    expect((await graphql(query, { variables: { decks: 49, cards: 100 } })).codes).toEqual([]);
    expect((await graphql(query, { variables: { decks: 50, cards: 100 } })).codes).toEqual([tooLarge]);
    expect((await graphql(query)).codes).toEqual([]);
    const written = query.replace(/^.*\{/, '{').replace('$decks', '50').replace('$cards', '100');
    expect((await graphql(written)).codes).toEqual([tooLarge]);
  });

  it('fifteen aliases of the viewer are planned within a second', async () => {
    const aliased = Array.from(
      { length: 15 },
      (_, n) => `a${n}: viewer { id username stats { xp } decks { items { id progress { dueCount } } } }`,
    );
    const began = process.threadCpuUsage();
    expect((await graphql(`{ ${aliased.join(' ')} }`)).codes).toEqual([]);
    expect(process.threadCpuUsage(began).user / 1000).toBeLessThan(3 * 1_000);
  });

  it('fragments that contain themselves are rejected', async () => {
    const { codes } = await graphql(
      '{ viewer { ...A } } fragment A on User { ...B } fragment B on User { ...A }',
    );
    expect(codes).toContain('GRAPHQL_VALIDATION_FAILED');
  });

  it('an operation over the limits reaches no service', async () => {
    await graphql(deep(1));
    await graphql(aliases(99));
    await graphql(
      '{ viewer { decks(perPage: 100) { items { flashcards(perPage: 100) { items { id } } } } } }',
    );
    expect(services.takeCalls()).toEqual([]);
  });
});
