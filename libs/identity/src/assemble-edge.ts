import {
  createServer,
  createUpstreamWatch,
  translateErrors,
  type AccountLanguage,
  type RunningApp,
  type Upstream,
} from '@kumbuka/http-kit';
import { createLog, inOrder, type Lifecycle, type Log } from '@kumbuka/runtime';
import type { FastifyInstance } from 'fastify';
import { createAccountLanguage } from './account-language.ts';
import { createIdentity, type Identity } from './identity.ts';
import { createPresence, type Presence } from './presence.ts';

/** Configuration that every edge reads. */
export interface EdgeConfig {
  name: string;
  logLevel: Parameters<typeof createLog>[1];
  host: string;
  port: number;
  internalKey: string;
  metricsKey: string | undefined;
  proxyHops: number;
}

/** Dependencies that tests, and processes with several edges, can replace. */
export interface EdgeOverrides {
  /** Token verifier of the same process. */
  identity?: Identity;
  /** Milliseconds between two reports of served users. */
  presenceMs?: number;
  /** Milliseconds that an error waits for the language of the account. */
  languageMs?: number;
  /** Monotonic clock in milliseconds. */
  now?: () => number;
}

export interface Edge {
  app: FastifyInstance;
  log: Log;
  identity: Identity;
  presence: Presence;
  accountLanguage: AccountLanguage;
  /** Whether every upstream is ready. */
  isUpstreamReady(): boolean;
  /** Completes the edge: it starts `first`, reads keys, waits for the upstreams and then listens. */
  runWith(parts: EdgeParts): RunningApp;
}

interface EdgeParts {
  /** Starts before the rest and stops after it. */
  first?: readonly Lifecycle[];
  /** Whether the edge stays unready until auth's keys are known; by default calls without an account work meanwhile. */
  needsKeys?: boolean;
  /** Runs when the edge listens, and until it has stopped. */
  afterListening?: { start(): void; stop(): Promise<unknown> };
}

/** Assembles what every edge has: server, token verifier, presence, languages of accounts and upstreams. */
export function assembleEdge(
  config: EdgeConfig,
  overrides: EdgeOverrides,
  { authUrl, upstreams }: { authUrl: string; upstreams: readonly Upstream[] },
): Edge {
  const { internalKey, metricsKey, proxyHops } = config;
  const log = createLog(config.name, config.logLevel);
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
  const watch = createUpstreamWatch([...upstreams, { isReady: async () => identity.isReady() }]);
  let isListening = false;
  const isReady = () => isListening && watch.isReady();
  const app = createServer({ log, isReady, proxyHops, metricsKey });
  translateErrors(app, accountLanguage);

  return {
    app,
    log,
    identity,
    presence,
    accountLanguage,
    isUpstreamReady: () => watch.isReady(),
    runWith({ first = [], needsKeys = false, afterListening }) {
      const server: Lifecycle = {
        start: async () => {
          await app.listen({ port: config.port, host: config.host });
          isListening = true;
          afterListening?.start();
        },
        stop: async () => {
          isListening = false;
          await Promise.all([app.close(), afterListening?.stop()]);
          await Promise.all(upstreams.map((upstream) => upstream.close()));
        },
        isReady: () => isListening,
      };
      const keys = needsKeys ? identity : { ...identity, isReady: () => true };
      return { app, ...inOrder([presence, ...first, keys, watch, server]) };
    },
  };
}
