import cors from '@fastify/cors';
import { byService, operators, restRoutes, type Owner } from '@kumbuka/contracts';
import { assembleEdge, type EdgeOverrides } from '@kumbuka/identity';
import { fastifyPath, overHttp, varyBy, type RunningApp, type Upstream } from '@kumbuka/http-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createCallers } from './callers.ts';
import { asyncApiDocument } from './asyncapi/asyncapi.ts';
import { eventsPage } from './asyncapi/events-page.ts';
import type { Config } from './config.ts';
import { docsPage } from './docs-page.ts';
import { openApiDocument } from './openapi.ts';
import { readUser } from './read-user.ts';
import { relay, type Address, type RelayPorts } from './relay.ts';

export interface Overrides extends EdgeOverrides {
  /** Clients of owners that run in the same process. */
  owners?: Partial<Record<Owner, Upstream>>;
  /** Delays a rejection by a number of milliseconds. */
  pause?: (ms: number) => Promise<unknown>;
}

/** Passes bodies on as bytes, because the owner parses and validates them. */
function keepBytes(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  // Files are streamed; routes without one ignore such a body.
  app.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body));
}

const isPlainOptions = ({ method, headers }: FastifyRequest) =>
  method === 'OPTIONS' && !(headers.origin && headers['access-control-request-method']);

/** Allows browsers on the configured origins. An OPTIONS request that is no CORS preflight gets NOT_FOUND. */
function allowOrigins(app: FastifyInstance, corsOrigins: Config['corsOrigins']) {
  app.addHook('onRequest', (request, reply, done) =>
    isPlainOptions(request) ? reply.callNotFound() : done(),
  );
  void app.register(cors, {
    origin: corsOrigins,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    credentials: false,
    allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-match', operators.keyHeader],
    exposedHeaders: ['allow', 'content-disposition', 'etag', 'location', 'retry-after', 'x-request-id'],
    maxAge: 600,
  });
}

function registerRelays(app: FastifyInstance, ports: RelayPorts) {
  for (const route of restRoutes.filter(({ exposure }) => exposure === 'public'))
    app.route<Address>({
      method: route.method,
      url: fastifyPath(route.path),
      ...(route.bodyBytes === undefined ? {} : { bodyLimit: route.bodyBytes }),
      handler: relay(ports, route),
    });
  app.get<Address>('/user', readUser(ports));
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => (made ??= { value: make() }).value;
}

const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** Serves OpenAPI, AsyncAPI and their pages; each is built on first request. */
function registerDocuments(app: FastifyInstance) {
  const json = (path: string, document: () => object) => {
    const made = once(document);
    app.get(path, async () => made());
  };
  const page = (path: string, html: () => string) => {
    const made = once(html);
    app.get(path, async (_request, reply) =>
      reply.type('text/html; charset=utf-8').header('content-security-policy', pagePolicy).send(made()),
    );
  };
  json('/openapi.json', openApiDocument);
  page('/docs', () => docsPage(openApiDocument()));
  json('/asyncapi.json', () => asyncApiDocument());
  page('/docs/events', eventsPage);
}

/** Creates the facade, which relays each HTTP path of the specification to its owner. */
export function createApp(config: Config, overrides: Overrides = {}): RunningApp {
  const upstreamOf = (owner: Owner) =>
    overrides.owners?.[owner] ?? overHttp({ baseUrl: config.owners[owner] });
  const owners = byService(upstreamOf);
  const upstreams = Object.values(owners);
  const { app, identity, presence, runWith } = assembleEdge(config, overrides, {
    authUrl: config.owners.auth,
    upstreams,
  });
  keepBytes(app);
  allowOrigins(app, config.corsOrigins);
  app.addHook('onSend', (_request, reply, payload, done) => {
    varyBy(reply, 'accept-language');
    reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store');
    done(null, payload);
  });
  const callerOf = createCallers(identity, overrides.pause);
  registerRelays(app, { owners, internalKey: config.internalKey, presence, callerOf });
  registerDocuments(app);
  /** Owners verify bearers; the facade only uses them to share request slots fairly. */
  return runWith({});
}
