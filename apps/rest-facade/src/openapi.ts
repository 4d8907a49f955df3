import {
  entryOf,
  languages,
  operators,
  problem,
  restRoutes,
  services,
  user,
  type ErrorName,
  type RestRoute,
} from '@kumbuka/contracts';
import { z } from 'zod';
import type { ApiDocument } from './docs-page.ts';

/** Removes bounds and patterns that repeat `integer` and `format`, or that bind only the server. */
function withoutNoise(schema: z.core.JSONSchema.BaseSchema, io: 'input' | 'output', isSent: boolean) {
  if (schema.format && schema.format !== 'password') delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (!isSent && schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // A later version may add fields to responses, and clients must ignore unknown ones.
  if (io === 'output') delete schema.additionalProperties;
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output', isSent = io === 'input') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: made }) => withoutNoise(made, io, isSent),
  });
  return rest;
}

/** Returns the schema of a parameter: that of its parsed value where it has a type, because every parameter is text on the wire. */
function parameterSchema(schema: z.ZodType) {
  const parsed = jsonSchema(schema, 'output', true);
  return 'type' in parsed ? parsed : jsonSchema(schema, 'input');
}

const json = (schema: object) => ({ content: { 'application/json': { schema } } });

const problemRef = json({ $ref: '#/components/schemas/Problem' });
const retryAfter = {
  'Retry-After': { description: 'Seconds to wait before a retry.', schema: { type: 'integer' } },
};
const spoken = { 'Content-Language': { $ref: '#/components/headers/ContentLanguage' } };
const contentLanguage = {
  description:
    'Language of the sentences: that of the account, else as Accept-Language asks, else English. Sentences without a translation are English.',
  schema: { type: 'string', enum: languages },
};
const acceptLanguage = {
  name: 'Accept-Language',
  in: 'header',
  required: false,
  description:
    'Language of the sentences of an error where the account of the bearer has none; their code is the same in every language.',
  schema: { type: 'string', maxLength: 500, examples: ['sw-KE', 'en'] },
};
const fileName = {
  'Content-Disposition': { description: 'Attachment with the name of the file.', schema: { type: 'string' } },
};
const fileContent = (types: readonly string[]) => ({
  content: Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }])),
});
const etag = { ETag: { description: 'The version, in quotes.', schema: { type: 'string' } } };
const errorResponse = (status: number, names: ErrorName[]) => ({
  description: names.map((name) => `${entryOf(name).code}: ${entryOf(name).sentence}`).join('\n\n'),
  headers: { ...spoken, ...([429, 503].includes(status) ? retryAfter : {}) },
  ...problemRef,
});

const errorsOf = (route: RestRoute): ErrorName[] => [
  'VALIDATION',
  'TIMEOUT',
  'HEADERS_TOO_LARGE',
  ...(route.params ? (['ADDRESS_TOO_LONG'] as const) : []),
  ...(route.access === 'learner' ? (['UNAUTHENTICATED'] as const) : []),
  ...(route.access === 'operator' ? (['FORBIDDEN'] as const) : []),
  ...(route.method === 'GET' ? [] : (['TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const)),
  ...(route.idempotent ? (['IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'] as const) : []),
  ...(route.access === 'operator' ? [] : (['RATE_LIMITED'] as const)),
  ...(route.errors ?? []),
  'INTERNAL',
  'UNAVAILABLE',
];

function errorResponses(route: RestRoute) {
  const byStatus = Map.groupBy(errorsOf(route), (name) => entryOf(name).status);
  const sorted = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(sorted.map(([status, names]) => [status, errorResponse(status, names)]));
}

function parametersOf(route: RestRoute) {
  const from = (schema: z.ZodObject | undefined, where: 'path' | 'query') =>
    Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
      name,
      in: where,
      required: where === 'path' || !(field as z.ZodType).safeParse(undefined).success,
      schema: parameterSchema(field as z.ZodType),
    }));
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'A repeated request with the same key and body gets the first response again.',
    schema: { type: 'string', maxLength: 200 },
  };
  const version = {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'ETag of the resource that the change was made to. Another one is 409, with the resource as it is now.',
    schema: { type: 'string', pattern: '^(\\*|(W/)?"[0-9]{1,15}")$' },
  };
  return [
    ...from(route.params, 'path'),
    ...from(route.query, 'query'),
    acceptLanguage,
    ...(route.idempotent ? [key] : []),
    ...(route.versioned && (route.method === 'PUT' || route.method === 'DELETE') ? [version] : []),
  ];
}

/** Returns the accepted security schemes; a request needs one of them. */
function securityOf({ access }: RestRoute) {
  if (access === 'operator') return [{ adminKey: [] }, { bearer: [] }];
  return access === 'learner' ? [{ bearer: [] }] : [];
}

function successResponses(route: RestRoute) {
  const response = {
    description: 'Success',
    ...(route.versioned && route.response ? { headers: etag } : {}),
    ...(route.response ? json(jsonSchema(route.response, 'output')) : {}),
    ...(route.file ? { headers: fileName, ...fileContent(route.file) } : {}),
  };
  const statuses = [route.status, ...(route.otherStatuses ?? [])];
  return Object.fromEntries(statuses.map((status) => [status, response]));
}

function requestBodyOf({ body, uploadBytes }: RestRoute) {
  if (body) return { requestBody: { required: true, ...json(jsonSchema(body, 'input')) } };
  if (uploadBytes === undefined) return {};
  return { requestBody: { required: true, ...fileContent(['application/octet-stream']) } };
}

function operationOf(route: RestRoute) {
  return {
    operationId: route.operationId,
    summary: route.summary,
    tags: [route.owner],
    security: securityOf(route),
    parameters: parametersOf(route),
    ...requestBodyOf(route),
    responses: { ...successResponses(route), ...errorResponses(route) },
  };
}

const tags = Object.entries(services).map(([name, description]) => ({ name, description }));

const readUserRoute: RestRoute = {
  operationId: 'readUser',
  method: 'GET',
  path: '/user',
  owner: 'auth',
  exposure: 'public',
  access: 'learner',
  summary: 'The signed-in user: account, streak, XP and goals.',
  response: user,
  status: 200,
};

/** OpenAPI 3.1 of every route of the facade, generated from the route table. */
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
    tags,
    paths,
    components: {
      schemas: { Problem: jsonSchema(problem, 'output') },
      headers: { ContentLanguage: contentLanguage },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        adminKey: { type: 'apiKey', in: 'header', name: operators.keyHeader },
      },
    },
  };
}
