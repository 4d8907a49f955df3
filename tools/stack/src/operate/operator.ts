import {
  addressVariable,
  ProductError,
  Unavailable,
  usersRoutes,
  type OperatorSnapshot,
} from '@kumbuka/contracts';
import { callService, type ServiceClient } from '@kumbuka/http-kit';
import { resolve } from 'node:path';
import { readRun } from '../run/data-directory.ts';
import { root } from '../run/repository.ts';
import { runCommand, UsageError } from './run-command.ts';
import { recordAct, runningService } from './running-service.ts';
import { readSettings } from '../run/settings.ts';

const usage = `npm run admin -- operator create <email>   makes the account of the address an operator
npm run admin -- operator revoke <email>   makes it a learner again
npm run admin -- operator list             lists the operators and when they were last seen`;

interface Product {
  auth: ServiceClient;
  authUrl: string;
  /** `null` when the product does not run on this machine. */
  webUrl: string | null;
}

const TIMEOUT_MS = 5_000;

/** Returns auth as set in the environment, else that of the product on the data directory. */
function findProduct(): Product {
  const auth = runningService('auth');
  const dataDir = resolve(root, readSettings(process.env).KUMBUKA_DATA_DIR);
  if (!auth)
    throw new UsageError(
      `Nothing runs on ${dataDir}. Start the product first, or name another by ${addressVariable('auth')} and INTERNAL_KEY.`,
    );
  const isElsewhere = process.env[addressVariable('auth')] !== undefined;
  const web = isElsewhere ? undefined : readRun(dataDir)?.ports.web;
  return {
    auth: callService({ ...auth, timeoutMs: TIMEOUT_MS }),
    authUrl: auth.baseUrl,
    webUrl: web === undefined ? null : `http://localhost:${web}`,
  };
}

const pageOf = ({ webUrl }: Product, path: string) => (webUrl === null ? path : webUrl + path);

/** Advice for an error, by its code. */
const advice: Record<string, (email: string, product: Product) => string> = {
  NOT_FOUND: (email, product) =>
    `There is no account with the email ${email}. Sign up with it at ${pageOf(product, '/signup')}, enter the code of the email, and try again.`,
  OPERATOR_UNVERIFIED: (email, product) =>
    `${email} has not been verified, so its account may belong to somebody else. Log in with it at ${pageOf(product, '/login')}, enter the code of the email, and try again.`,
  OPERATOR_IS_DEMO: (email) =>
    `${email} belongs to a demo account, whose password others know. Sign up with another email for an operator.`,
  VALIDATION: (email) => `${email} is not an email address.`,
};

/** Returns an error with advice for the operator; other errors unchanged. */
function withAdvice(error: unknown, email: string, product: Product): unknown {
  if (error instanceof Unavailable)
    return new UsageError(
      `Auth at ${product.authUrl} does not respond, or not to this key: is the product running?`,
    );
  const advise = error instanceof ProductError ? advice[error.code] : undefined;
  return advise ? new UsageError(advise(email, product)) : error;
}

const nameOf = ({ email, username, userId }: OperatorSnapshot) => `${email} (${username}, user ${userId})`;

/** Grants a role and records it in the audit log, which outlives accounts and so names the user by id. */
async function grantRecorded({ auth }: Product, email: string, role: 'admin' | 'learner') {
  const { found } = await auth.call(usersRoutes.findAccounts, { body: { emails: [email] } });
  const target = found[0] ? `user ${found[0].userId}` : 'an unknown email';
  const action = role === 'admin' ? 'createOperator' : 'revokeOperator';
  const grantRole = () => auth.call(usersRoutes.grantRole, { body: { email, role } });
  return recordAct(action, target, grantRole, ({ changed }) => (changed ? 1 : 0));
}

async function grant(email: string | undefined, role: 'admin' | 'learner') {
  if (email === undefined || !email.includes('@')) throw new UsageError(`Name an email address.\n\n${usage}`);
  const product = findProduct();
  const granted = await grantRecorded(product, email, role).catch((error: unknown) =>
    Promise.reject(withAdvice(error, email, product)),
  );
  const what = role === 'admin' ? 'an operator' : 'no operator';
  if (!granted.changed) return console.log(`${nameOf(granted)} was ${what} before; nothing changed.`);
  console.log(`${nameOf(granted)} is ${what} now and signed out everywhere.`);
  if (role === 'admin') console.log(`Sign in again; then ${pageOf(product, '/admin')} is open.`);
}

async function list() {
  const product = findProduct();
  const { operators } = await product.auth
    .call(usersRoutes.listOperators, {})
    .catch((error: unknown) => Promise.reject(withAdvice(error, '', product)));
  if (operators.length === 0) console.log('Nobody is an operator.');
  for (const operator of operators)
    console.log(
      `${nameOf(operator)}, ${operator.lastSeenAt ? `last seen ${operator.lastSeenAt}` : 'never seen'}`,
    );
}

await runCommand(async ([word, email, ...more]) => {
  if (more.length > 0) throw new UsageError(usage);
  switch (word) {
    case 'create':
      return grant(email, 'admin');
    case 'revoke':
      return grant(email, 'learner');
    case 'list':
      return list();
    default:
      throw new UsageError(usage);
  }
});
