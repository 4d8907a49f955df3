// The ways in are proved with the real services behind them, composed as one process composes them.
import { createApp as createAuth } from '@kumbuka/auth';
import { loadConfig as authConfig } from '@kumbuka/auth/config';
import { internalHeaders } from '@kumbuka/contracts';
import { createApp as createDecks } from '@kumbuka/decks';
import { loadConfig as decksConfig } from '@kumbuka/decks/config';
import {
  addressOf,
  inProcess,
  overHttp,
  type Environment,
  type RunningApp,
  type Upstream,
  type UpstreamAnswer,
} from '@kumbuka/http-kit';
import { createApp as createStudyProgress } from '@kumbuka/study-progress';
import { loadConfig as studyProgressConfig } from '@kumbuka/study-progress/config';
import { startMail, startStack, testInternalKey } from '@kumbuka/testing';

/** By which a web server would prove itself to the gateway. */
export const testWebKey = 'web-key-for-tests';

export const serviceNames = ['auth', 'decks', 'study-progress'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** A request to a service, or a question to its subgraph. */
export interface Call {
  owner: ServiceName;
  headers: Record<string, string>;
  /** Method and address of a route. */
  request?: string;
  answer?: UpstreamAnswer;
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
  /** Ways to the services within this process; every call is noted. */
  ways: Record<ServiceName, Upstream>;
  /** The same over sockets. */
  waysOverHttp: Record<ServiceName, Upstream>;
  /** The calls since the last time this was asked, in the order of their answers. */
  takeCalls(): Call[];
  /** Addresses and keys that a way in reads. */
  env: Environment;
  /** Signs up and verifies. */
  newLearner(): Promise<Learner>;
  /** What auth says of an account, asked past the ways in. */
  accountOf(learner: Learner): Promise<{ last_seen_at: string | null }>;
  stop(): Promise<void>;
}

const urlOf = ({ app }: RunningApp) => {
  const address = app.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The service does not listen.');
  return `http://127.0.0.1:${address.port}`;
};

async function started(app: RunningApp | Promise<RunningApp>) {
  const running = await app;
  await running.start();
  return running;
}

const noted = (owner: ServiceName, way: Upstream, calls: Call[]): Upstream => {
  return {
    ...way,
    async call(question) {
      const began = performance.now();
      const answer = await way.call(question);
      const request = `${question.route.method} ${addressOf(question)}`;
      calls.push({ owner, headers: question.headers, request, answer, began, ended: performance.now() });
      return answer;
    },
    async ask(question) {
      const began = performance.now();
      const result = await way.ask(question);
      calls.push({ owner, headers: question.headers, began, ended: performance.now() });
      return result;
    },
  };
};

function accountsAt({ app }: RunningApp) {
  let learners = 0;
  const headers = { [internalHeaders.key]: testInternalKey };
  const post = async (url: string, payload: object) =>
    (await app.inject({ method: 'POST', url, headers, payload })).json();

  return {
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
  };
}

/** Auth, decks and study-progress on the embedded stack. */
export async function startServices(): Promise<Services> {
  const [stack, mail] = await Promise.all([startStack(), startMail()]);
  const common = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: '0',
    INTERNAL_KEY: testInternalKey,
    READS_PER_MINUTE: '1000000000',
    ...stack.env,
  };
  const auth = await started(
    createAuth(
      authConfig({
        ...common,
        SMTP_URL: mail.smtpUrl,
        DEV_CODES: 'true',
        KEY_SECRET: 'key-secret-for-tests',
        CODE_SECRET: 'code-secret-for-tests',
        CODE_RESEND_SECONDS: '1',
      }),
    ),
  );
  const AUTH_URL = urlOf(auth);
  const decks = await started(createDecks(decksConfig({ ...common, AUTH_URL })));
  const DECKS_URL = urlOf(decks);
  const studyProgress = await started(
    createStudyProgress(studyProgressConfig({ ...common, AUTH_URL, DECKS_URL })),
  );

  const calls: Call[] = [];
  const running = { auth, decks, 'study-progress': studyProgress };
  const waysBy = (wayTo: (service: RunningApp) => Upstream): Record<ServiceName, Upstream> => ({
    auth: noted('auth', wayTo(auth), calls),
    decks: noted('decks', wayTo(decks), calls),
    'study-progress': noted('study-progress', wayTo(studyProgress), calls),
  });
  const { MONGO_URL: _, KAFKA_BROKERS: __, REDIS_URL: ___, ...shared } = common;
  return {
    running,
    ways: waysBy(({ app }) => inProcess(app)),
    waysOverHttp: waysBy((service) => overHttp({ baseUrl: urlOf(service) })),
    takeCalls: () => calls.splice(0),
    env: { ...shared, WEB_KEY: testWebKey, AUTH_URL, DECKS_URL, STUDY_PROGRESS_URL: urlOf(studyProgress) },
    ...accountsAt(auth),
    async stop() {
      await studyProgress.stop();
      await decks.stop();
      await auth.stop();
      await Promise.all([stack.stop(), mail.stop()]);
    },
  };
}
