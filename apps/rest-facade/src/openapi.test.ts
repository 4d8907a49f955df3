import { restRoutes } from '@kumbuka/contracts';
import { describe, expect, it } from 'vitest';
import { docsPage } from './docs-page.ts';
import { openApiDocument } from './openapi.ts';
import { call, useFacade } from './testing/facade-suite.ts';

useFacade();

interface Schema {
  $ref?: string;
  [key: string]: unknown;
}
interface Parameter {
  name: string;
  in: string;
  required: boolean;
  schema: Schema;
}
interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, unknown>[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<
    string,
    { description: string; headers?: Record<string, unknown>; content?: Record<string, { schema: Schema }> }
  >;
}
interface Document {
  openapi: string;
  info: { title: string; version: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, { type: string }> };
}

const document = openApiDocument() as unknown as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const routes = restRoutes.filter(({ exposure }) => exposure === 'public');

function refsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : [];
  return [...own, ...Object.values(value).flatMap(refsIn)];
}

/** Returns the names of string fields without a maximum length, pattern, enum or date-time format. */
function unboundedStrings(schema: Schema | undefined, name: string): string[] {
  if (!schema) return [];
  const { type, properties = {}, items, maxLength, format, enum: values, pattern } = schema;
  const hasFormat = ['date', 'date-time', 'uuid'].includes(String(format));
  const isBounded = hasFormat || [maxLength, values, pattern].some((each) => each !== undefined);
  return [
    ...(type === 'string' && !isBounded ? [name] : []),
    ...Object.entries(properties as Record<string, Schema>).flatMap(([key, each]) =>
      unboundedStrings(each, `${name}.${key}`),
    ),
    ...unboundedStrings(items as Schema | undefined, `${name}[]`),
    ...((schema['anyOf'] ?? []) as Schema[]).flatMap((each) => unboundedStrings(each, name)),
  ];
}

describe('the OpenAPI document', () => {
  it('is 3.1 with a title, a version and a scheme for the bearer', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    expect(document.components.securitySchemes['bearer']).toMatchObject({ type: 'http', scheme: 'bearer' });
  });

  it('has every public route, GET /user, and nothing else', () => {
    const listed = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`).sort();
    expect(listed).toEqual([...routes.map(({ method, path }) => `${method} ${path}`), 'GET /user'].sort());
  });

  it('names each operation once, with a summary and a known tag', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = document.tags.map(({ name }) => name);
    for (const { operation } of operations) {
      expect(operation.summary).not.toBe('');
      for (const tag of operation.tags) expect(tags).toContain(tag);
    }
  });

  it('declares exactly the parameters that each path has', () => {
    for (const { path, operation } of operations) {
      const declared = operation.parameters.filter((each) => each.in === 'path');
      expect(declared.map(({ name }) => name)).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      );
      expect(declared.every(({ required }) => required)).toBe(true);
      const names = operation.parameters.map((each) => `${each.in} ${each.name}`);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it('has only references that resolve, and no keywords of JSON Schema before 2020-12', () => {
    const missing = refsIn(document).filter((ref) => {
      const parts = ref.replace(/^#\//, '').split('/');
      return (
        parts.reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document) === undefined
      );
    });
    expect(missing).toEqual([]);
    expect(JSON.stringify(document)).not.toMatch(/"nullable"|"exclusiveMinimum":true/);
  });

  it('describes each response: a success, or a problem from 400 on', () => {
    for (const { operation } of operations) {
      for (const [status, { description, content }] of Object.entries(operation.responses)) {
        expect(description).not.toBe('');
        const schema = content?.['application/json']?.schema;
        const isFile = content !== undefined && !('application/json' in content);
        const problem = schema?.$ref === '#/components/schemas/Problem';
        expect([status, schema !== undefined || isFile, problem]).toEqual([
          status,
          status !== '204',
          Number(status) >= 400,
        ]);
      }
    }
  });

  it('lists the media types of a file and the header with its name', () => {
    const exported = operations.find(({ operation }) => operation.operationId === 'exportDeck')?.operation;
    const { content, headers } = exported?.responses['200'] ?? {};
    expect(Object.keys(content ?? {})).toEqual([
      'application/octet-stream',
      'text/csv',
      'text/markdown',
      'application/zip',
    ]);
    expect(headers).toHaveProperty('Content-Disposition');
  });

  it('lists 408, 431, 500 and 503 for every operation', () => {
    for (const { operation } of operations)
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['408', '431', '500', '503']));
  });

  it('lists the less usual statuses of single operations', () => {
    const statusesOf = (id: string) =>
      Object.keys(
        operations.find(({ operation }) => operation.operationId === id)?.operation.responses ?? {},
      );
    expect(statusesOf('seedCatalog')).toEqual(expect.arrayContaining(['200', '201']));
    expect(statusesOf('receiveNotification')).toEqual(expect.arrayContaining(['200', '202']));
    expect(statusesOf('readDeck')).toContain('414');
    expect(statusesOf('logOut')).toEqual(expect.arrayContaining(['413', '415']));
  });

  it('bounds the length of every string that a client sends', () => {
    const unbounded = operations.flatMap(({ operation: { operationId, parameters, requestBody } }) => [
      ...parameters.flatMap(({ name, schema }) => unboundedStrings(schema, `${operationId} ${name}`)),
      ...unboundedStrings(requestBody?.content['application/json']?.schema, operationId),
    ]);
    expect(unbounded).toEqual([]);
  });

  it('describes a number in a query as a number, so that clients need no text', () => {
    const numbers = routes.flatMap(({ operationId, path, method, query }) =>
      Object.entries(query?.shape ?? {})
        .filter(([, field]) => typeof field.safeParse('1').data === 'number')
        .map(([name]) => {
          const { parameters = [] } = document.paths[path]?.[method.toLowerCase()] ?? {};
          return {
            name: `${operationId} ${name}`,
            type: parameters.find((each) => each.name === name)?.schema.type,
          };
        }),
    );
    expect(numbers.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['listDecks page', 'listDecks per_page', 'listFlashcards deck_id']),
    );
    expect(numbers.filter(({ type }) => type !== 'integer' && type !== 'number')).toEqual([]);
  });

  it('lists a 429 with Retry-After for every operation except those of operators', () => {
    const unnamed = operations.filter(
      ({ operation: { security, responses } }) =>
        !security.some((each) => 'adminKey' in each) && !responses['429']?.headers?.['Retry-After'],
    );
    expect(unnamed.map(({ operation }) => operation.operationId)).toEqual([]);
  });

  it('declares the bearer token, the body and the Idempotency-Key exactly where the route does', () => {
    for (const route of routes) {
      const operation = document.paths[route.path]?.[route.method.toLowerCase()];
      expect({
        id: operation?.operationId,
        bearer: operation?.security.length === 1,
        body: operation?.requestBody !== undefined,
        key: operation?.parameters.some(({ name }) => name === 'Idempotency-Key'),
      }).toEqual({
        id: route.operationId,
        bearer: route.access === 'learner',
        body: route.body !== undefined || route.uploadBytes !== undefined,
        key: Boolean(route.idempotent),
      });
      expect(operation?.responses[route.status]).toBeDefined();
    }
  });
});

describe('the page at /docs', () => {
  const page = docsPage(openApiDocument());

  it('shows every operation with its method, path and summary', () => {
    for (const { path, method, operation } of operations) {
      expect(page).toContain(`id="${operation.operationId}"`);
      expect(page).toContain(`${method.toUpperCase()}</span> ${path}`);
    }
    expect(page.match(/<article/g)).toHaveLength(operations.length);
  });

  it('shows the parameters and the body of an operation, folded', () => {
    const [article = ''] = /<article id="addFlashcard">[^]*?<\/article>/.exec(page) ?? [];
    expect(article).toMatch(/<details><summary>Parameters and body[^]*&quot;front_text&quot;/);
  });

  it('has no scripts or external resources', () => {
    expect(page).not.toMatch(/<script|src=|https?:|@import|url\(/);
  });

  it('escapes what it shows', () => {
    const hostile = {
      info: { title: '<b>"&', version: '1' },
      paths: { '/x': { get: { summary: '<img>' } } },
    };
    expect(docsPage(hostile)).not.toMatch(/<img>|<b>/);
  });
});

describe('the API description', () => {
  it('is at /openapi.json for machines and at /docs for people, without a bearer', async () => {
    const forMachines = await call('GET', '/openapi.json', { token: null });
    expect([forMachines.statusCode, forMachines.headers['content-type']]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(forMachines.json().paths['/user'].get.operationId).toBe('readUser');
    const forPeople = await call('GET', '/docs', { token: null });
    expect([forPeople.statusCode, forPeople.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(forPeople.headers['content-security-policy']).toContain("default-src 'none'");
    for (const { path } of routes) expect(forPeople.payload).toContain(`</span> ${path}<`);
  });
});
