import type { RunningApp } from '@kumbuka/http-kit';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readyQueries } from './ready-queries.ts';
import { graphql, services, start, useGateway } from '../testing/gateway-suite.ts';

useGateway();

describe('for operators', () => {
  const guide = readFileSync(new URL('../../../../docs/operators.md', import.meta.url), 'utf8');

  it('ten ready queries for operators are in the guide and run on the real graph', async () => {
    const token = await services.operatorToken();
    expect(readyQueries).toHaveLength(10);
    for (const { title, query, variables = {} } of readyQueries) {
      expect(guide).toContain(`## ${title}`);
      expect(guide).toContain(`\`\`\`graphql\n${query}\n\`\`\``);
      const { data, errors } = await graphql(query, { token, variables });
      expect([title, errors]).toEqual([title, undefined]);
      expect(Object.values(data)).not.toContain(null);
    }
  });

  it('learners may not run the ready queries of operators', async () => {
    for (const { query, variables = {} } of readyQueries)
      expect((await graphql(query, { variables })).codes).toEqual(['FORBIDDEN']);
  });

  it('an explorer in development sends to its own origin and loads nothing from elsewhere', async () => {
    const development = await start({ NODE_ENV: 'development' });
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const { statusCode, headers, payload } = await development.app.inject({
      url: '/graphql',
      headers: { accept },
    });
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*connect-src 'self'/);
    expect(payload).not.toMatch(/(?:src|href)=|https?:/);
    for (const { title } of readyQueries) expect(payload).toContain(title);
    const put = await development.app.inject({ method: 'PUT', url: '/graphql' });
    expect([put.statusCode, put.headers['allow']]).toEqual([405, 'GET, HEAD, POST']);
    await development.stop();
  });

  it.each(['application/json', '*/*', undefined])(
    'a query by GET with Accept %s gets an error in JSON, also where the explorer is shown',
    async (accept) => {
      const development = await start({ NODE_ENV: 'development' });
      const url = `/graphql?query=${encodeURIComponent('{ __typename }')}`;
      const response = await development.app.inject({ url, headers: accept === undefined ? {} : { accept } });
      expect([response.statusCode, response.headers['content-type']]).toEqual([
        405,
        expect.stringMatching(/^application\/(graphql-response\+)?json/),
      ]);
      expect(response.json().errors[0].extensions.code).toBe('METHOD_NOT_ALLOWED');
      await development.stop();
    },
  );
});

describe('in production', () => {
  let production: RunningApp;
  beforeAll(async () => {
    production = await start({ NODE_ENV: 'production', KNOWN_OPERATIONS_ONLY: 'false' });
  });
  afterAll(() => production.stop());

  it('production has no explorer', async () => {
    const { statusCode, headers } = await production.app.inject({ url: '/graphql' });
    expect([statusCode, headers['allow']]).toEqual([405, 'POST']);
  });

  it('production has no introspection', async () => {
    for (const query of ['{ __schema { types { name } } }', '{ __type(name: "User") { name } }'])
      expect((await graphql(query, { of: production.app })).data ?? null).toBeNull();
    expect((await graphql('{ __type(name: "User") { name } }')).data.__type.name).toBe('User');
  });
});
