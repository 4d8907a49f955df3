import { createIdentity, createPresence } from '@kumbuka/identity';
import {
  createLog,
  createServer,
  inOrder,
  overHttp,
  type Lifecycle,
  type RunningApp,
  type Upstream,
} from '@kumbuka/http-kit';
import { createApollo } from './apollo.ts';
import { createAskers } from './askers.ts';
import type { Config } from './config.ts';
import { registerGraphQL } from './graphql-route.ts';
import { findKnown, readOperations } from './operations.ts';

export interface Overrides {
  /** Ways to the subgraphs within the same process. */
  subgraphs?: Partial<Record<string, Upstream>>;
  /** Milliseconds between two reports of who was served. */
  presenceMs?: number;
}

function waysTo(config: Config, overrides: Overrides) {
  const ways = Object.entries(config.subgraphs).map(
    ([name, baseUrl]) => [name, overrides.subgraphs?.[name] ?? overHttp({ baseUrl })] as const,
  );
  return new Map<string, Upstream>(ways);
}

/** The federated graph at `/graphql`. */
export function createApp(config: Config, overrides: Overrides = {}): RunningApp {
  const { internalKey, webKey } = config;
  const authUrl = config.subgraphs.auth;
  const log = createLog(config.name, config.logLevel);
  const operations = readOperations();
  const subgraphs = waysTo(config, overrides);
  const presence = createPresence({
    authUrl,
    internalKey,
    ...(overrides.presenceMs === undefined ? {} : { everyMs: overrides.presenceMs }),
  });
  const identity = createIdentity({ authUrl, internalKey, log });
  const apollo = createApollo({ subgraphs, introspection: config.introspection, log });

  let ready = false;
  const app = createServer({ log, isReady: () => ready, proxyHops: config.proxyHops });
  registerGraphQL(app, {
    apollo: apollo.server,
    presence,
    internalKey,
    webKey,
    findKnown: findKnown(operations),
    identity,
    knownOnly: config.knownOperationsOnly,
    askerOf: createAskers({ identity, readsPerMinute: config.readsPerMinute }),
  });

  const server: Lifecycle = {
    start: async () => {
      await apollo.server.start();
      await apollo.warm(operations);
      await app.listen({ port: config.port, host: config.host });
      ready = true;
    },
    stop: async () => {
      ready = false;
      await app.close();
      await apollo.server.stop();
      await Promise.all([...subgraphs.values()].map((upstream) => upstream.close()));
    },
    isReady: () => ready,
  };
  /** Without auth nobody can be told apart, but what needs no account goes on. */
  const knowing = config.knownOperationsOnly ? identity : { ...identity, isReady: () => true };
  return { app, ...inOrder([presence, knowing, server]) };
}
