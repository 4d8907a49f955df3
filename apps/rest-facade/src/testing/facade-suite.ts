// Facades above the real services, for tests of their own. The test files of a process share them, because a start takes
// most of a second.
import { startServices, type Learner, type Services } from '@kumbuka/gateway/testing';
import type { RunningApp } from '@kumbuka/http-kit';
import type { FastifyInstance } from 'fastify';
import { beforeAll, beforeEach, test } from 'vitest';
import { createApp, type Overrides } from '../app.ts';
import { loadConfig } from '../config.ts';

export let services: Services;
/** Facade that calls the services in this process. */
export let facade: RunningApp;
/** Facade that calls the services over HTTP. */
export let remote: RunningApp;
/** Learner of the requests of a file. */
export let learner: Learner;

/** Origin of a browser that may call the facades. */
export const web = 'https://kumbuka.example';

let passedMs = 0;
/** Adds time to the clock of the facades. */
export const passTime = (ms: number): void => void (passedMs += ms);

let holds = 0;
let released: Promise<void> = Promise.resolve();
/** Delays every rejection until `release`. */
export function holdRejections() {
  const { promise, resolve } = Promise.withResolvers<void>();
  [released, holds] = [promise, 0];
  return { release: resolve, holds: () => holds };
}

/** Starts another facade above the same services. */
export async function start(
  env: Record<string, string> = {},
  overrides: Overrides = {},
): Promise<RunningApp> {
  const running = createApp(
    loadConfig({ ...services.env, CORS_ORIGINS: `${web}, http://localhost:3000`, ...env }),
    {
      owners: services.upstreams,
      languageMs: 20_000,
      now: () => performance.now() + passedMs,
      pause: () => {
        holds += 1;
        return released;
      },
      ...overrides,
    },
  );
  await running.start();
  return running;
}

export interface CallOptions {
  body?: unknown;
  token?: string | null;
  headers?: Record<string, string>;
  app?: FastifyInstance;
}
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS';

/** Sends a request as the learner. */
export const call = (
  method: Method,
  url: string,
  { body, token = learner.token, headers = {}, app = facade.app }: CallOptions = {},
) =>
  app.inject({
    method,
    url,
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });

// Vitest requires a pattern for the fixtures that this one uses.
// oxlint-disable-next-line no-empty-pattern
const inProcess = test.extend('started', { scope: 'worker' }, async ({}, { onCleanup }) => {
  services = await startServices();
  facade = await start();
  remote = await start({}, { owners: services.upstreamsOverHttp });
  onCleanup(async () => {
    await remote.stop();
    await facade.stop();
    await services.stop();
  });
  return true;
});

/** A learner with a budget of requests of its own, from here to the end of the file or block. */
export function useLearner(): void {
  beforeAll(async () => {
    learner = await services.newLearner();
  });
}

/** Makes services and facades available to the tests of a file, and a learner of its own. */
export function useFacade(): void {
  inProcess.beforeAll(({ started: _started }) => undefined);
  useLearner();
  beforeEach(() => void services.takeCalls());
}
