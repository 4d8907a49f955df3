import { createAccountLanguage, createIdentity, createPresence, type Identity } from '@kumbuka/identity';
import {
  createServer,
  createUpstreamWatch,
  overHttp,
  translateErrors,
  type AccountLanguage,
  type RunningApp,
  type Upstream,
} from '@kumbuka/http-kit';
import { createLog, inOrder, type Lifecycle } from '@kumbuka/runtime';
import type { FastifyInstance } from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';
import { createApollo, unknownKept } from './apollo.ts';
import { createCallers } from './callers.ts';
import type { Config } from './config.ts';
import { registerGraphQL } from './graphql-route.ts';
import { findRegistered, readOperations } from './operations.ts';
import { createSeenDocuments } from './seen-documents.ts';

const warmAfterMs = 200;

export interface Overrides {
  /** Upstreams of the subgraphs in the same process. */
  subgraphs?: Partial<Record<string, Upstream>>;
  /** Token verifier of the same process. */
  identity?: Identity;
  /** Milliseconds between two reports of served users. */
  presenceMs?: number;
  /** Milliseconds that an error waits for the language of the account. */
  languageMs?: number;
}

function upstreamsOf(config: Config, overrides: Overrides) {
  const upstreams = Object.entries(config.subgraphs).map(
    ([name, baseUrl]) => [name, overrides.subgraphs?.[name] ?? overHttp({ baseUrl })] as const,
  );
  return new Map<string, Upstream>(upstreams);
}

export interface GatewayApp extends RunningApp {
  /** Registers `POST /graphql` at another server of this process too. */
  mount(app: FastifyInstance): void;
  /** Reads the language of an account; a server that mounts the routes uses it for its own errors. */
  accountLanguage: AccountLanguage;
  /** Resolves when every registered operation is planned; until then the first run of each takes some milliseconds longer. */
  warmed(): Promise<void>;
}

/** Creates the gateway: the federated graph at `/graphql`. */
export function createApp(config: Config, overrides: Overrides = {}): GatewayApp {
  const { internalKey, metricsKey, webKeys, proxyHops } = config;
  const authUrl = config.subgraphs.auth;
  const log = createLog(config.name, config.logLevel);
  const operations = readOperations();
  const subgraphs = upstreamsOf(config, overrides);
  const presence = createPresence({
    authUrl,
    internalKey,
    ...(overrides.presenceMs === undefined ? {} : { everyMs: overrides.presenceMs }),
  });
  const identity = overrides.identity ?? createIdentity({ authUrl, internalKey, log });
  const apollo = createApollo({ subgraphs, introspection: config.introspection, log });

  const identified = { isReady: async () => identity.isReady() };
  const watch = createUpstreamWatch([...subgraphs.values(), identified]);

  let ready = false;
  const app = createServer({
    log,
    isReady: () => ready && watch.isReady(),
    proxyHops,
    metricsKey,
  });
  const accountLanguage = createAccountLanguage({
    authUrl,
    internalKey,
    identity,
    withinMs: overrides.languageMs,
  });
  translateErrors(app, accountLanguage);
  const route = {
    apollo: apollo.server,
    presence,
    internalKey,
    webKeys,
    findRegistered: findRegistered(operations),
    identity,
    registeredOnly: config.registeredOperationsOnly,
    seen: createSeenDocuments(unknownKept),
    explorer: config.explorer,
    accountLanguage,
    callerOf: createCallers({ identity, readsPerMinute: config.readsPerMinute }),
  };
  const mount = (server: FastifyInstance) => registerGraphQL(server, route);
  mount(app);

  const stopping = new AbortController();
  let warming: Promise<void> = Promise.resolve();
  /** Runs after everything is ready, because the start has more urgent work. */
  async function warm() {
    while (!watch.isReady() && !stopping.signal.aborted) await pause(warmAfterMs);
    await apollo.warm(operations, stopping.signal);
  }
  const graph: Lifecycle = {
    start: () => apollo.server.start(),
    stop: () => apollo.server.stop(),
    isReady: () => true,
  };
  const server: Lifecycle = {
    start: async () => {
      await app.listen({ port: config.port, host: config.host });
      ready = true;
      warming = warm().catch((error: unknown) =>
        log.warn({ err: error }, 'registered operations are not planned'),
      );
    },
    stop: async () => {
      ready = false;
      stopping.abort();
      await Promise.all([app.close(), warming]);
      await Promise.all([...subgraphs.values()].map((upstream) => upstream.close()));
    },
    isReady: () => ready,
  };
  /** Without auth no caller can be identified; operations that need no account still work. */
  const knowing = config.registeredOperationsOnly ? identity : { ...identity, isReady: () => true };
  return {
    app,
    mount,
    accountLanguage,
    warmed: () => warming,
    ...inOrder([presence, graph, knowing, watch, server]),
  };
}
