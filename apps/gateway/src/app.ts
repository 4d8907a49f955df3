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
import { createLog, inOrder, type Lifecycle, type Log } from '@kumbuka/runtime';
import type { FastifyInstance } from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';
import { createApollo } from './apollo/apollo.ts';
import { createCallers } from './requests/callers.ts';
import type { Config } from './config.ts';
import { registerGraphQL } from './requests/graphql-route.ts';
import { findRegistered, readOperations } from './requests/operations.ts';
import { createSeenDocuments } from './requests/seen-documents.ts';

const warmAfterMs = 200;
const defaultUnregisteredCacheSize = 200;

export interface Overrides {
  /** Upstreams of the subgraphs in the same process. */
  subgraphs?: Partial<Record<string, Upstream>>;
  /** Token verifier of the same process. */
  identity?: Identity;
  /** Milliseconds between two reports of served users. */
  presenceMs?: number;
  /** Milliseconds that an error waits for the language of the account. */
  languageMs?: number;
  /** Monotonic clock of budgets and of cached languages, in milliseconds. */
  now?: () => number;
  /** Delays a rejection by a number of milliseconds. */
  pause?: (ms: number) => Promise<unknown>;
  /** Number of unregistered operations whose documents and plans are cached. */
  unregisteredCacheSize?: number;
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

interface WarmingOptions {
  watch: Pick<Lifecycle, 'isReady'>;
  warm: (signal: AbortSignal) => Promise<void>;
  log: Log;
}

/** Plans the registered operations in the background, once every upstream is ready: the start has more urgent work. */
function createWarming({ watch, warm, log }: WarmingOptions) {
  const stopping = new AbortController();
  let warming: Promise<void> = Promise.resolve();
  async function run() {
    while (!watch.isReady() && !stopping.signal.aborted) await pause(warmAfterMs);
    await warm(stopping.signal);
  }
  return {
    start: () => {
      warming = run().catch((error: unknown) =>
        log.warn({ err: error }, 'registered operations are not planned'),
      );
    },
    stop: () => {
      stopping.abort();
      return warming;
    },
    done: () => warming,
  };
}

/** Creates the gateway: the federated graph at `/graphql`. */
export function createApp(config: Config, overrides: Overrides = {}): GatewayApp {
  const { internalKey, metricsKey, proxyHops } = config;
  const authUrl = config.subgraphs.auth;
  const log = createLog(config.name, config.logLevel);
  const subgraphs = upstreamsOf(config, overrides);
  const identity = overrides.identity ?? createIdentity({ authUrl, internalKey, log });
  const presence = createPresence({
    authUrl,
    internalKey,
    ...(overrides.presenceMs === undefined ? {} : { everyMs: overrides.presenceMs }),
  });
  const accountLanguage = createAccountLanguage({
    authUrl,
    internalKey,
    identity,
    withinMs: overrides.languageMs,
    elapsedMs: overrides.now,
  });
  const operations = readOperations();
  const unregisteredCacheSize = overrides.unregisteredCacheSize ?? defaultUnregisteredCacheSize;
  const apollo = createApollo({ subgraphs, introspection: config.introspection, unregisteredCacheSize, log });
  const watch = createUpstreamWatch([...subgraphs.values(), { isReady: async () => identity.isReady() }]);

  let isListening = false;
  const app = createServer({
    log,
    isReady: () => isListening && watch.isReady(),
    proxyHops,
    metricsKey,
  });
  translateErrors(app, accountLanguage);
  const route = {
    apollo: apollo.server,
    presence,
    internalKey,
    webKeys: config.webKeys,
    findRegistered: findRegistered(operations),
    identity,
    registeredOnly: config.registeredOperationsOnly,
    seen: createSeenDocuments(unregisteredCacheSize),
    explorer: config.explorer,
    accountLanguage,
    callerOf: createCallers({
      identity,
      readsPerMinute: config.readsPerMinute,
      now: overrides.now,
      pause: overrides.pause,
    }),
  };
  const mount = (server: FastifyInstance) => registerGraphQL(server, route);
  mount(app);

  const warming = createWarming({ watch, warm: (signal) => apollo.warm(operations, signal), log });
  const graph: Lifecycle = {
    start: () => apollo.server.start(),
    stop: () => apollo.server.stop(),
    isReady: () => true,
  };
  const server: Lifecycle = {
    start: async () => {
      await app.listen({ port: config.port, host: config.host });
      isListening = true;
      warming.start();
    },
    stop: async () => {
      isListening = false;
      await Promise.all([app.close(), warming.stop()]);
      await Promise.all([...subgraphs.values()].map((upstream) => upstream.close()));
    },
    isReady: () => isListening,
  };
  /** Without auth no caller can be identified; operations that need no account still work. */
  const accounts = config.registeredOperationsOnly ? identity : { ...identity, isReady: () => true };
  return {
    app,
    mount,
    accountLanguage,
    warmed: warming.done,
    ...inOrder([presence, graph, accounts, watch, server]),
  };
}
