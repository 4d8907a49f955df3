import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { internalHeaders } from '@kumbuka/contracts';
import type { RunningApp } from '@kumbuka/http-kit';
import type { Environment } from '@kumbuka/runtime';
import { startTestAuth, type TestAuth } from './test-auth.ts';
import { startStack, type TestStack } from './stack.ts';

export const testInternalKey = 'internal-key-for-tests';
/** Key for `/metrics` of a test service, sent as `token`. */
export const testMetricsKey = 'metrics-key-for-tests';

export interface RestOptions {
  body?: unknown;
  /** Id of the user whose token is sent; absent for an anonymous call. */
  as?: number;
  /** Raw token, instead of `as`. */
  token?: string;
  headers?: Record<string, string>;
  query?: Record<string, string>;
}

export interface RestResponse {
  status: number;
  // Tests read responses of any shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  text: string;
  headers: Record<string, string | string[] | number | undefined>;
}

export interface GraphQLResponse {
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
  errors?: { message: string; path?: (string | number)[]; extensions: { code: string; details?: unknown } }[];
  /** Code of the first error. */
  code: string | undefined;
}

export interface TestService {
  stack: TestStack;
  auth: TestAuth;
  running: RunningApp;
  rest(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, options?: RestOptions): Promise<RestResponse>;
  graphql(
    document: string,
    variables?: Record<string, unknown>,
    options?: Omit<RestOptions, 'body' | 'query'>,
  ): Promise<GraphQLResponse>;
  stop(): Promise<void>;
}

type Factory<Config> = (config: Config) => Promise<RunningApp> | RunningApp;

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Created when a file is imported. */
const importFolder = join(tmpdir(), `kumbuka-imports-${process.pid}`);

/** Starts one service through its createApp on the embedded stack, with a test auth. */
export async function buildTestService<Config>(
  createApp: Factory<Config>,
  loadConfig: (env: Environment) => Config,
  options: { env?: Environment; stack?: TestStack; auth?: TestAuth } = {},
): Promise<TestService> {
  const stack = options.stack ?? (await startStack());
  const auth = options.auth ?? (await startTestAuth());
  const running = await createApp(
    loadConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      PORT: '0',
      INTERNAL_KEY: testInternalKey,
      METRICS_KEY: testMetricsKey,
      READS_PER_MINUTE: '1000000000',
      AUTH_URL: auth.url,
      ADMIN_URL: auth.url,
      STUDY_PROGRESS_URL: auth.url,
      BILLING_URL: auth.url,
      IMPORT_FOLDER: importFolder,
      ...stack.env,
      ...options.env,
    }),
  );
  await running.start();

  async function headersOf({ as, token, headers }: RestOptions) {
    const bearer = token ?? (as === undefined ? undefined : await auth.tokenOf(as));
    return {
      [internalHeaders.key]: testInternalKey,
      'content-type': 'application/json',
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...headers,
    };
  }

  async function rest(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    request: RestOptions = {},
  ): Promise<RestResponse> {
    const response = await running.app.inject({
      method,
      url: path,
      headers: await headersOf(request),
      ...(request.query ? { query: request.query } : {}),
      ...(request.body === undefined ? {} : { payload: JSON.stringify(request.body) }),
    });
    return {
      status: response.statusCode,
      body: parse(response.payload),
      text: response.payload,
      headers: response.headers,
    };
  }

  return {
    stack,
    auth,
    running,
    rest,
    async graphql(document, variables = {}, request = {}) {
      const { body } = await rest('POST', '/graphql', { ...request, body: { query: document, variables } });
      return { data: body?.data, errors: body?.errors, code: body?.errors?.[0]?.extensions?.code };
    },
    async stop() {
      await running.stop();
      if (!options.auth) await auth.stop();
      if (!options.stack) await stack.stop();
    },
  };
}
