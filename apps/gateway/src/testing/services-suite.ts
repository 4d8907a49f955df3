// Starts the real services in one process, for tests of the edges.
import {
  addressVariable,
  byService,
  internalHeaders,
  serviceNames,
  type ServiceName,
} from '@kumbuka/contracts';
import {
  addressOf,
  inProcess,
  overHttp,
  type RunningApp,
  type Upstream,
  type UpstreamResponse,
} from '@kumbuka/http-kit';
import { createIdentity } from '@kumbuka/identity';
import { type Environment } from '@kumbuka/runtime';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { freePort, mailsTo, startMail, startPayments } from '@kumbuka/testing/servers';
import { startStack, testInternalKey } from '@kumbuka/testing';

/** Fields of a deck, as REST and GraphQL take them. */
export const aDeck = (title = 'Rivers') => ({
  title,
  description: 'Of Kenya',
  subject: 'Geography',
  category: 'School',
  difficulty: 2,
});

/** Key that a web server sends to the gateway to authenticate itself. */
export const testWebKey = 'web-key-for-tests';

/** Key of operators. */
export const testAdminKey = 'admin-key-for-tests';

/** Recorded request to a route or to the subgraph of a service. */
export interface Call {
  owner: ServiceName;
  headers: Record<string, string>;
  /** Method and address of a route. */
  request?: string;
  response?: UpstreamResponse;
  /** Milliseconds of `performance.now()`. */
  began: number;
  ended: number;
}

export interface Learner {
  id: number;
  email: string;
  username: string;
  password: string;
  token: string;
}

export interface Services {
  running: Record<ServiceName, RunningApp>;
  /** Upstreams of the services in this process; they record every call. */
  upstreams: Record<ServiceName, Upstream>;
  /** The same over sockets. */
  upstreamsOverHttp: Record<ServiceName, Upstream>;
  /** Returns and forgets the recorded calls, in the order of their responses. */
  takeCalls(): Call[];
  /** Environment of an edge: addresses and keys. */
  env: Environment;
  /** Signs up and verifies a new account. */
  newLearner(): Promise<Learner>;
  /** Chooses the language of an account. */
  chooseLanguage(learner: Learner, language: 'EN' | 'SW'): Promise<void>;
  /** Access token of a new account with the role of operators. */
  operatorToken(): Promise<string>;
  /** Account data read from auth directly, without the edges. */
  accountOf(learner: Learner): Promise<{ last_seen_at: string | null }>;
  /** Text of the latest email to an address. */
  mailTo(email: string): Promise<string>;
  stop(): Promise<void>;
}

const urlOf = ({ app }: RunningApp) => {
  const address = app.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The service does not listen.');
  return `http://127.0.0.1:${address.port}`;
};

/** Copies a response: one to forward and one to inspect. */
function twice(response: UpstreamResponse): [UpstreamResponse, UpstreamResponse] {
  const { body } = response;
  if (!(body instanceof Readable)) return [response, response];
  const copy = () => ({ ...response, body: body.pipe(new PassThrough()) });
  return [copy(), copy()];
}

/** Records every call to an upstream. */
const recorded = (owner: ServiceName, upstream: Upstream, calls: Call[]): Upstream => ({
  ...upstream,
  async call(input) {
    const began = performance.now();
    const [response, copy] = twice(await upstream.call(input));
    const request = `${input.route.method} ${addressOf(input)}`;
    calls.push({ owner, headers: input.headers, request, response: copy, began, ended: performance.now() });
    return response;
  },
  async execute(input) {
    const began = performance.now();
    const result = await upstream.execute(input);
    calls.push({ owner, headers: input.headers, began, ended: performance.now() });
    return result;
  },
});

function accountsAt({ app }: RunningApp) {
  let learners = 0;
  const headers = { [internalHeaders.key]: testInternalKey };
  const post = async (url: string, payload: object) =>
    (await app.inject({ method: 'POST', url, headers, payload })).json();

  const account = {
    async newLearner(): Promise<Learner> {
      const username = `amani${++learners}`;
      const who = { email: `${username}@example.org`, username, password: 'tembo wa savana' };
      const { id } = await post('/signup', who);
      const { otp_id, dev_code } = await post('/login/otp/request', { email: who.email });
      const proof = { email: who.email, otp_id, code: dev_code };
      const { access_token: token } = await post('/login/otp/verify', proof);
      return { ...who, id, token };
    },
    async accountOf({ token }: Learner) {
      const bearer = { ...headers, authorization: `Bearer ${token}` };
      return (await app.inject({ url: '/user', headers: bearer })).json();
    },
    async chooseLanguage({ token }: Learner, language: 'EN' | 'SW') {
      const query = 'mutation ($input: ChangeLanguageInput!) { changeLanguage(input: $input) { language } }';
      const { data } = await app
        .inject({
          method: 'POST',
          url: '/graphql',
          headers: { ...headers, authorization: `Bearer ${token}` },
          payload: { query, variables: { input: { language } } },
        })
        .then((response) => response.json());
      if (data.changeLanguage.language !== language) throw new Error('The language was not changed.');
    },
    async operatorToken() {
      const { email, password } = await account.newLearner();
      await post('/internal/users/role', { email, role: 'admin' });
      return (await post('/login', { email, password })).access_token as string;
    },
  };
  return account;
}

const shop = {
  publicKey: 'ISPubKey_test',
  secretKey: 'payment-secret-for-tests',
  challenge: 'payment-challenge-for-tests',
};
/** Challenge that authenticates webhooks of the payment provider. */
export const testChallenge = shop.challenge;

/** Variables that only one service reads. */
const own: Partial<Record<ServiceName, Environment>> = {
  auth: {
    DEV_CODES: 'true',
    WEB_ORIGINS: 'http://localhost:3000',
    KEY_SECRET: 'key-secret-for-tests',
    CODE_SECRET: 'code-secret-for-tests',
    CODE_RESEND_SECONDS: '1',
  },
  admin: { ADMIN_KEY: testAdminKey },
  billing: {
    WEB_ORIGINS: 'http://localhost:3000',
    INTASEND_PUBLIC_KEY: shop.publicKey,
    INTASEND_SECRET_KEY: shop.secretKey,
    INTASEND_CHALLENGE: shop.challenge,
  },
};

async function startService(name: ServiceName, env: Environment): Promise<RunningApp> {
  const { createApp } = await import(`@kumbuka/${name}`);
  const { loadConfig } = await import(`@kumbuka/${name}/config`);
  const running = await createApp(loadConfig({ ...env, ...own[name] }));
  await running.start();
  return running;
}

/** Starts an auth that accepts requests and never responds; `identity` uses the auth that works. */
export async function startHungAuth({ env }: Pick<Services, 'env'>) {
  const requests: string[] = [];
  const server = createServer((request) => void requests.push(request.url ?? ''));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    identity: createIdentity({ authUrl: String(env['AUTH_URL']), internalKey: testInternalKey }),
    languageReads: () => requests.filter((url) => url.endsWith('/language')),
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

const nowhere = 'http://127.0.0.1:9';

/** Every service on the embedded stack. Each gets the addresses of those before it in the list, and decks that of study-progress. */
export async function startServices(): Promise<Services> {
  const [stack, mail, payments] = await Promise.all([startStack(), startMail(), startPayments(shop)]);
  const shared: Environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: '0',
    INTERNAL_KEY: testInternalKey,
    READS_PER_MINUTE: '1000000000',
  };
  const addresses: Environment = Object.fromEntries(
    serviceNames.map((name) => [addressVariable(name), nowhere]),
  );
  const started = new Map<ServiceName, RunningApp>();
  const progressPort = await freePort();
  addresses[addressVariable('study-progress')] = `http://127.0.0.1:${progressPort}`;
  for (const name of serviceNames) {
    const outside = { SMTP_URL: mail.smtpUrl, INTASEND_URL: payments.url };
    const port = name === 'study-progress' ? { PORT: String(progressPort) } : {};
    const env = { ...shared, ...stack.env, ...addresses, ...outside, ...port };
    const running = await startService(name, env);
    addresses[addressVariable(name)] = urlOf(running);
    started.set(name, running);
  }
  const running = byService((name) => {
    const service = started.get(name);
    if (!service) throw new Error(`${name} was not started.`);
    return service;
  });

  const calls: Call[] = [];
  const upstreamsBy = (upstreamOf: (service: RunningApp) => Upstream): Record<ServiceName, Upstream> =>
    byService((name) => recorded(name, upstreamOf(running[name]), calls));
  return {
    running,
    upstreams: upstreamsBy(({ app }) => inProcess(app)),
    upstreamsOverHttp: upstreamsBy((service) => overHttp({ baseUrl: urlOf(service) })),
    takeCalls: () => calls.splice(0),
    env: { ...shared, ...addresses, WEB_KEY: testWebKey },
    ...accountsAt(running.auth),
    mailTo: async (email) => (await mailsTo(mail, email))[0]?.text ?? '',
    async stop() {
      for (const name of serviceNames.toReversed()) await running[name].stop();
      await Promise.all([stack.stop(), mail.stop(), payments.stop()]);
    },
  };
}
