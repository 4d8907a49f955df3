import { problem, restRoutes, user, type RestRoute } from '@kumbuka/contracts';
import { z } from 'zod';
import type { ApiDocument } from './docs-page.ts';

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  });
  return rest;
};
const json = (schema: object) => ({ content: { 'application/json': { schema } } });

const problemRef = json({ $ref: '#/components/schemas/Problem' });
const meanings: Record<number, string> = {
  400: 'VALIDATION',
  401: 'UNAUTHENTICATED',
  404: 'Not found',
  409: 'Conflict',
  413: 'TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'IDEMPOTENCY_KEY_REUSED',
  429: 'RATE_LIMITED',
  503: 'UNAVAILABLE',
};

const statusOfCode = (code: string) =>
  code.endsWith('_NOT_FOUND')
    ? 404
    : code === 'OTP_LOCKED'
      ? 429
      : code === 'OTP_INVALID'
        ? 400
        : code === 'INVALID_CREDENTIALS'
          ? 401
          : 409;

function errorResponses(route: RestRoute) {
  const byStatus = new Map<number, Set<string>>();
  const add = (status: number, code: string) =>
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  add(400, 'VALIDATION');
  if (route.access === 'learner') add(401, 'UNAUTHENTICATED');
  if (route.body) [413, 415].forEach((status) => add(status, meanings[status] ?? ''));
  if (route.idempotent) add(409, 'IN_PROGRESS');
  if (route.idempotent) add(422, 'IDEMPOTENCY_KEY_REUSED');
  if (route.write || route.access === 'anyone') add(429, 'RATE_LIMITED');
  for (const code of route.errors ?? []) add(statusOfCode(code), code);
  add(503, 'UNAVAILABLE');
  const sorted = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(
    sorted.map(([status, codes]) => [status, { description: [...codes].join(', '), ...problemRef }]),
  );
}

function parametersOf(route: RestRoute) {
  const from = (schema: z.ZodObject | undefined, where: 'path' | 'query') =>
    Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
      name,
      in: where,
      required: where === 'path' || !(field as z.ZodType).safeParse(undefined).success,
      schema: jsonSchema(field as z.ZodType, 'input'),
    }));
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', maxLength: 200 },
  };
  return [...from(route.params, 'path'), ...from(route.query, 'query'), ...(route.idempotent ? [key] : [])];
}

function operationOf(route: RestRoute) {
  const success = route.answer ? json(jsonSchema(route.answer, 'output')) : {};
  return {
    operationId: route.operationId,
    summary: route.summary,
    tags: [route.owner],
    security: route.access === 'learner' ? [{ bearer: [] }] : [],
    parameters: parametersOf(route),
    ...(route.body ? { requestBody: { required: true, ...json(jsonSchema(route.body, 'input')) } } : {}),
    responses: { [route.status]: { description: 'Success', ...success }, ...errorResponses(route) },
  };
}

const readUserRoute: RestRoute = {
  operationId: 'readUser',
  method: 'GET',
  path: '/user',
  owner: 'auth',
  exposure: 'public',
  access: 'learner',
  summary: 'The signed-in user: account, streak, XP and goals.',
  answer: user,
  status: 200,
};

/** OpenAPI 3.1 of everything that the facade answers, generated from the route table. */
export function openApiDocument(): ApiDocument & Record<string, unknown> {
  const paths: ApiDocument['paths'] = {};
  for (const route of [...restRoutes.filter(({ exposure }) => exposure === 'public'), readUserRoute]) {
    const methods = (paths[route.path] ??= {});
    methods[route.method.toLowerCase()] = operationOf(route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kumbuka REST API',
      version: '1.0.0',
      description: 'Decks, cards, study and accounts. Times are ISO 8601 in UTC; ids are positive integers.',
    },
    paths,
    components: {
      schemas: { Problem: jsonSchema(problem, 'output') },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}
