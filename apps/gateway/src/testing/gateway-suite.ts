// A gateway above the real services, for its own tests. The test files of a process share it, because a start takes most of
// a second.
import type { RunningApp } from '@kumbuka/http-kit';
import type { FastifyInstance } from 'fastify';
import { beforeEach, test } from 'vitest';
import { createApp, type Overrides } from '../app.ts';
import { loadConfig } from '../config.ts';
import { aDeck, startServices, type Learner, type Services } from './services-suite.ts';

export let services: Services;
export let gateway: RunningApp;
export let learner: Learner;
/** Id of the only deck of the learner. */
export let deckId: string;
/** Delays of rejections in this test, in milliseconds. */
export let holds: number[] = [];

/** An operation on three services. */
export const overThree = '{ viewer { username stats { level } decks { items { title } } } }';

let passedMs = 0;
/** Adds time to the clock of the gateway. */
export const passTime = (ms: number): void => void (passedMs += ms);

/** Starts another gateway above the same services. */
export async function start(
  env: Record<string, string> = {},
  overrides: Overrides = {},
): Promise<RunningApp> {
  const running = createApp(loadConfig({ ...services.env, ...env }), {
    subgraphs: services.upstreams,
    languageMs: 20_000,
    now: () => performance.now() + passedMs,
    pause: async (ms) => void holds.push(ms),
    ...overrides,
  });
  await running.start();
  return running;
}

export interface RequestOptions {
  variables?: Record<string, unknown>;
  token?: string | null;
  headers?: Record<string, string>;
  of?: FastifyInstance;
}

export interface GraphQLError {
  message: string;
  path?: (string | number)[];
  extensions: { code: string };
}

/** Sends a body as the learner. */
export const send = (
  payload: unknown,
  { token = learner.token, headers = {}, of = gateway.app }: RequestOptions = {},
) =>
  of.inject({
    method: 'POST',
    url: '/graphql',
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });

const codesOf = (errors: GraphQLError[] = []) => errors.map(({ extensions }) => extensions.code);

/** Sends an operation as the learner. */
export async function graphql(query: string, options: RequestOptions = {}) {
  const response = await send(
    { query, ...(options.variables ? { variables: options.variables } : {}) },
    options,
  );
  // oxlint-disable-next-line typescript/no-explicit-any
  const body = response.json() as { data?: any; errors?: GraphQLError[] };
  return {
    ...body,
    status: response.statusCode,
    text: response.payload,
    codes: codesOf(body.errors),
    retryAfter: response.headers['retry-after'],
  };
}

// Vitest requires a pattern for the fixtures that this one uses.
// oxlint-disable-next-line no-empty-pattern
const inProcess = test.extend('started', { scope: 'worker' }, async ({}, { onCleanup }) => {
  services = await startServices();
  gateway = await start();
  onCleanup(async () => {
    await gateway.stop();
    await services.stop();
  });
  learner = await services.newLearner();
  const create = 'mutation ($input: CreateDeckInput!) { createDeck(input: $input) { id } }';
  const { data } = await graphql(create, { variables: { input: aDeck() } });
  deckId = data.createDeck.id;
  return true;
});

/** Makes services, gateway, learner and deck available to the tests of a file. */
export function useGateway(): void {
  inProcess.beforeAll(({ started: _started }) => undefined);
  beforeEach(() => {
    services.takeCalls();
    holds = [];
  });
}
