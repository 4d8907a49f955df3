import { z } from 'zod';
import { defineRoute } from '../rest/route.ts';

const id = z.int().positive();
const time = z.iso.datetime();
const count = z.int().min(0);

/** Maximum number of users per request. */
export const usersAtOnce = 1_000;
const userIds = z.array(id).min(1).max(usersAtOnce);
const body = z.strictObject({ userIds });

const shared = { exposure: 'internal', access: 'process', method: 'POST', status: 200 } as const;

const accountSnapshot = z.object({
  userId: id,
  username: z.string(),
  email: z.string(),
  isDemo: z.boolean(),
  isVerified: z.boolean(),
  role: z.enum(['learner', 'admin']),
  createdAt: time,
  lastSeenAt: time.nullable(),
  /** `null` for a permanent account. */
  demoExpiresAt: time.nullable(),
});
export type AccountSnapshot = z.infer<typeof accountSnapshot>;

const foundAccount = z.object({ email: z.string(), userId: id });

export const maxOperators = 1_000;
const operator = z.object({
  userId: id,
  username: z.string(),
  email: z.string(),
  lastSeenAt: time.nullable(),
});
export type OperatorSnapshot = z.infer<typeof operator>;

const demoAccount = z.strictObject({
  username: z.string().min(3).max(50),
  email: z.string().max(254),
  password: z.string().min(1).max(1024),
});
const demoAccounts = z.strictObject({
  batchId: z.uuid(),
  expiresAt: time.nullable(),
  users: z.array(demoAccount).min(1).max(50),
});
/** `null` when the name or address is taken. */
const madeAccount = z.object({ username: z.string(), userId: id.nullable() });

const deckCounts = z.object({ userId: id, decks: count, cards: count });
export type DeckCounts = z.infer<typeof deckCounts>;

const answerCounts = z.object({ userId: id, answers: count });
export type AnswerCounts = z.infer<typeof answerCounts>;

/** Internal routes about users, called by admin; unknown users are omitted. */
export const usersRoutes = {
  readAccounts: defineRoute({
    ...shared,
    operationId: 'readAccounts',
    path: '/internal/users/accounts',
    owner: 'auth',
    summary: 'Accounts with names and addresses.',
    body,
    response: z.object({ accounts: z.array(accountSnapshot) }),
  }),
  listAccounts: defineRoute({
    ...shared,
    method: 'GET',
    operationId: 'listAccounts',
    path: '/internal/users',
    owner: 'auth',
    summary: 'Ids of all accounts after one of them, in order, at most 1,000.',
    query: z.strictObject({
      after: z
        .string()
        .regex(/^\d{1,16}$/, 'Must be an id or 0.')
        .transform(Number),
    }),
    response: z.object({ userIds: z.array(id) }),
  }),
  findAccounts: defineRoute({
    ...shared,
    operationId: 'findAccounts',
    path: '/internal/users/find',
    owner: 'auth',
    summary: 'Accounts by email addresses, each with the requested spelling.',
    body: z.strictObject({ emails: z.array(z.string().max(254)).min(1).max(usersAtOnce) }),
    bodyBytes: 1024 * 1024,
    response: z.object({ found: z.array(foundAccount) }),
  }),
  grantRole: defineRoute({
    ...shared,
    operationId: 'grantRole',
    path: '/internal/users/role',
    owner: 'auth',
    summary: 'Changes the role of the account of an address; its older tokens are revoked.',
    body: z.strictObject({ email: z.string().max(254), role: z.enum(['learner', 'admin']) }),
    response: z.object({ ...operator.shape, changed: z.boolean() }),
    errors: ['NOT_FOUND', 'OPERATOR_UNVERIFIED', 'OPERATOR_IS_DEMO'],
  }),
  listOperators: defineRoute({
    ...shared,
    method: 'GET',
    operationId: 'listOperators',
    path: '/internal/users/operators',
    owner: 'auth',
    summary: `Accounts with the role of operators, at most ${maxOperators}.`,
    response: z.object({ operators: z.array(operator) }),
  }),
  createDemoAccounts: defineRoute({
    ...shared,
    operationId: 'createDemoAccounts',
    path: '/internal/users/demo',
    owner: 'auth',
    summary: 'Creates verified demo accounts of a batch; a repeat returns the existing accounts.',
    body: demoAccounts,
    response: z.object({ users: z.array(madeAccount) }),
  }),
  seedDecks: defineRoute({
    ...shared,
    operationId: 'seedDecksOfUser',
    path: '/internal/users/starter-decks',
    owner: 'decks',
    summary: 'Copies starter decks to a user, dated back; existing copies stay.',
    body: z.strictObject({ userId: id, starterDecks: z.int().min(1).max(3), at: time }),
    response: z.object({ decks: z.array(z.object({ deckId: id, cards: count })) }),
  }),
  studyInvented: defineRoute({
    ...shared,
    operationId: 'studyInvented',
    path: '/internal/users/invented-study',
    owner: 'study-progress',
    summary: 'Creates plausible answers of the last weeks for a demo user, once.',
    body: z.strictObject({ userId: id, deckIds: z.array(id).min(1).max(3) }),
    /** `null` while the cards of a deck have not arrived; retry later. */
    response: z.object({ answers: count.nullable() }),
  }),
  countDecks: defineRoute({
    ...shared,
    operationId: 'countDecksOfUsers',
    path: '/internal/users/decks',
    owner: 'decks',
    summary: 'Numbers of decks and cards of users.',
    body,
    response: z.object({ users: z.array(deckCounts) }),
  }),
  countAnswers: defineRoute({
    ...shared,
    operationId: 'countAnswersOfUsers',
    path: '/internal/users/answers',
    owner: 'study-progress',
    summary: 'Numbers of answers of users.',
    body,
    response: z.object({ users: z.array(answerCounts) }),
  }),
};
