import { describe, expect, it } from 'vitest';
import { longOperations } from './graphql-route.ts';
import { readOperations } from './operations.ts';
import {
  deckId,
  gateway,
  graphql,
  send,
  services,
  useGateway,
  type RequestOptions,
} from '../testing/gateway-suite.ts';

useGateway();

describe('over HTTP', () => {
  const query = '{ viewer { id } }';
  const rejection = async (payload: unknown, options?: RequestOptions) => {
    const response = await send(payload, options);
    const [error] = response.json().errors;
    return [response.statusCode, error.extensions.code];
  };

  it('a batch is rejected', async () => {
    expect(await rejection([{ query }, { query }])).toEqual([400, 'VALIDATION']);
  });

  it('a body with unknown fields, without a query, or that is not JSON is rejected', async () => {
    for (const body of [{ query, id: 'stored-1' }, {}, { query: '' }, { query: 7 }, '{ "query": ', 'null'])
      expect(await rejection(body)).toEqual([400, 'VALIDATION']);
    expect(await rejection('')).toEqual([400, 'VALIDATION']);
    expect(await rejection(`{"query":"${query}","variables":{"__proto__":{}}}`)).toEqual([400, 'VALIDATION']);
  });

  it('a body over 128 KiB is rejected', async () => {
    expect(await rejection({ query, variables: { text: 'x'.repeat(128 * 1024) } })).toEqual([
      413,
      'TOO_LARGE',
    ]);
  });

  it('only a signed-in caller can send a body as long as thirty cards of 2,000 characters a side', async () => {
    const insert = readOperations().find(({ name }) => longOperations.has(name))?.query ?? '';
    const side = '\u{1F331}'.repeat(2_000);
    const cards = Array.from({ length: 30 }, () => ({ question: side, answer: side }));
    const variables = { input: { generationId: '1', deckId, cards } };
    const { codes } = await graphql(insert, { variables });
    expect(codes).not.toContain('TOO_LARGE');
    const tooLarge = [413, 'TOO_LARGE'];
    expect(await rejection({ query: insert, variables }, { token: null })).toEqual(tooLarge);
    expect(await rejection({ query: insert, variables }, { token: 'not.a.token' })).toEqual(tooLarge);
    expect(await rejection({ query, variables })).toEqual(tooLarge);
    const more = { input: { ...variables.input, cards: [...cards, ...cards, ...cards] } };
    expect(await rejection({ query: insert, variables: more })).toEqual(tooLarge);
  });

  it('another content type is rejected, so that no form of another site can send an operation', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/graphql'])
      expect(await rejection({ query }, { headers: { 'content-type': type } })).toEqual([
        415,
        'UNSUPPORTED_MEDIA_TYPE',
      ]);
  });

  it.each([{}, { query: '' }, { query: null, operationName: 'MyDecks' }])(
    'a persisted-query hash with %j gets the error that makes clients send the whole query',
    async (more) => {
      const persistedQuery = { version: 1, sha256Hash: 'a'.repeat(64) };
      const { statusCode, body } = await gateway.app.inject({
        method: 'POST',
        url: '/graphql',
        payload: { ...more, extensions: { persistedQuery } },
      });
      expect([statusCode, JSON.parse(body).errors]).toMatchObject([
        200,
        [{ message: 'PersistedQueryNotSupported', extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } }],
      ]);
    },
  );

  it('other methods than POST get 405 with Allow', async () => {
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'] as const) {
      const url = `/graphql?query=${encodeURIComponent(query)}`;
      const got = await gateway.app.inject({ method, url });
      expect([method, got.statusCode, got.headers['allow']]).toEqual([method, 405, 'POST']);
    }
    expect(services.takeCalls()).toEqual([]);
  });

  it('responses of the graph are not cached', async () => {
    const { headers } = await send({ query });
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });

  it('federation fields between the services are not public', async () => {
    expect((await graphql('{ _service { sdl } }')).codes).toEqual(['GRAPHQL_VALIDATION_FAILED']);
    expect((await graphql('{ _entities(representations: []) { __typename } }')).codes[0]).toBe(
      'GRAPHQL_VALIDATION_FAILED',
    );
  });
});
