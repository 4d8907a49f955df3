import { assembleEdge, type EdgeOverrides } from '@kumbuka/identity';
import { overHttp, type AccountLanguage, type RunningApp, type Upstream } from '@kumbuka/http-kit';
import type { Lifecycle, Log } from '@kumbuka/runtime';
import type { FastifyInstance } from 'fastify';
import { setTimeout as pause } from 'node:timers/promises';
import { createApollo } from './apollo/apollo.ts';
import { createLive, type Follow } from './live/live.ts';
import { registerLive } from './live/live-route.ts';
import { createCallers } from './requests/callers.ts';
import type { Config } from './config.ts';
import { registerExport } from './requests/export-route.ts';
import { createMediaAdmission, registerMedia } from './requests/media-route.ts';
import { registerGraphQL } from './requests/graphql-route.ts';
import { findRegistered, readOperations } from './requests/operations.ts';
import { registerStopReminders } from './requests/stop-reminders-route.ts';
import { createSeenDocuments } from './requests/seen-documents.ts';

const warmAfterMs = 200;
const defaultUnregisteredCacheSize = 200;

export interface Overrides extends EdgeOverrides {
  /** Upstreams of the subgraphs in the same process. */
  subgraphs?: Partial<Record<string, Upstream>>;
  /** Delays a rejection by a number of milliseconds. */
  pause?: (ms: number) => Promise<unknown>;
  /** Source of the events for live updates. */
  follow?: Follow;
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
  isReady(): boolean;
  warm: (signal: AbortSignal) => Promise<void>;
  log: Log;
}

/** Plans the registered operations in the background, once every upstream is ready: the start has more urgent work. */
function createWarming({ isReady, warm, log }: WarmingOptions) {
  const stopping = new AbortController();
  let warming: Promise<void> = Promise.resolve();
  async function run() {
    while (!isReady() && !stopping.signal.aborted) await pause(warmAfterMs);
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
  const subgraphs = upstreamsOf(config, overrides);
  const upstreams = [...subgraphs.values()];
  const edge = assembleEdge(config, overrides, { authUrl: config.subgraphs.auth, upstreams });
  const { app, log, identity, presence, accountLanguage } = edge;
  const operations = readOperations();
  const unregisteredCacheSize = overrides.unregisteredCacheSize ?? defaultUnregisteredCacheSize;
  const apollo = createApollo({ subgraphs, introspection: config.introspection, unregisteredCacheSize, log });
  const route = {
    apollo: apollo.server,
    presence,
    internalKey: config.internalKey,
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
  const decks = subgraphs.get('decks');
  const studyProgress = subgraphs.get('study-progress');
  const { now, pause: pauseFor } = overrides;
  const mediaAdmission = createMediaAdmission(config.readsPerMinute, { now, pause: pauseFor });
  const live = createLive({ kafka: config.kafka, identity, log, follow: overrides.follow });
  const mount = (server: FastifyInstance) => {
    registerGraphQL(server, route);
    registerLive(server, { streams: live.streams, ...route });
    if (studyProgress) registerStopReminders(server, { studyProgress, ...route });
    if (!decks) return;
    registerMedia(server, { decks, ...route, admission: mediaAdmission });
    registerExport(server, { decks, ...route });
  };
  mount(app);

  const warming = createWarming({
    isReady: edge.isUpstreamReady,
    warm: (signal) => apollo.warm(operations, signal),
    log,
  });
  const graph: Lifecycle = {
    start: () => apollo.server.start(),
    stop: () => apollo.server.stop(),
    isReady: () => true,
  };
  return {
    mount,
    accountLanguage,
    warmed: warming.done,
    /** Without auth no caller can be identified; operations that need no account still work. */
    ...edge.runWith({
      first: [graph],
      needsKeys: config.registeredOperationsOnly,
      afterListening: {
        start() {
          warming.start();
          live.start();
        },
        stop: () => Promise.all([warming.stop(), live.stop()]),
      },
    }),
  };
}
