import { Unauthenticated } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import { createFields, requirePrincipal, type Idempotency } from '@kumbuka/service-kit';
import { isVerified, type Account } from '../domain/account/account.ts';
import type { Preferences } from '../domain/account/preferences.ts';
import type { UseCases } from '../use-cases/use-cases.ts';
import type { GraphQLContext } from './context.ts';
import type { MutationResolvers, Resolvers, UserResolvers } from './generated/types.ts';
import * as inputs from './inputs.ts';
import { clearLoaders } from './loaders.ts';
import {
  accessView,
  codeView,
  languageView,
  loggedInView,
  roleView,
  sessionView,
  signedUpView,
  themeView,
  userView,
  type UserView,
} from './views.ts';

const fieldsOf = (idempotency: Idempotency) =>
  createFields<GraphQLContext>({ idempotency, afterChange: ({ loaders }) => clearLoaders(loaders) });
type Fields = ReturnType<typeof fieldsOf>;

/** Ends access of the caller. */
const ended =
  (end: (principal: Principal) => Promise<void>) => async (_arguments: unknown, principal: Principal) => {
    await end(principal);
    return true;
  };

const mutations = (
  useCases: UseCases,
  { open, openCreate, change }: Fields,
): MutationResolvers<GraphQLContext> => ({
  signUp: openCreate(
    inputs.signUpArguments,
    ({ input }, client) => useCases.signUp(input, client),
    signedUpView,
  ),
  endSignUp: open(inputs.endSignUpArguments, async ({ input }, { ip }) => {
    await useCases.endSignUp(input, ip);
    return true;
  }),
  logIn: open(inputs.logInArguments, async ({ input }, client) =>
    loggedInView(await useCases.logIn(input, client)),
  ),
  requestVerificationCode: open(inputs.codeRequestArguments, async ({ input }, { ip }) =>
    codeView(await useCases.requestVerificationCode(input, ip)),
  ),
  verifyCode: open(inputs.verifyCodeArguments, async ({ input }, client) =>
    accessView(await useCases.verifyCode(input, client)),
  ),
  requestPasswordReset: open(inputs.codeRequestArguments, async ({ input }, { ip }) =>
    codeView(await useCases.requestPasswordReset(input, ip)),
  ),
  resetPassword: open(inputs.resetPasswordArguments, async ({ input }, client) =>
    accessView(await useCases.resetPassword(input, client)),
  ),
  refreshAccess: change(inputs.nothing, async (_arguments, principal) =>
    accessView(await useCases.refreshAccess(principal)),
  ),
  renewAccess: open(inputs.renewAccessArguments, async ({ input }) =>
    accessView(await useCases.renewAccess(input)),
  ),
  changeUsername: change(inputs.changeUsernameArguments, async ({ input }, principal) =>
    userView(await useCases.changeUsername(input, principal)),
  ),
  changeTheme: change(inputs.changeThemeArguments, async ({ input }, principal) => {
    await useCases.changeTheme(input, principal);
    return userView({ id: principal.userId });
  }),
  changeLanguage: change(inputs.changeLanguageArguments, async ({ input }, principal) => {
    await useCases.changeLanguage(input, principal);
    return userView({ id: principal.userId });
  }),
  changePassword: change(inputs.changePasswordArguments, async ({ input }, principal) =>
    accessView(await useCases.changePassword(input, principal)),
  ),
  requestEmailChange: change(inputs.requestEmailChangeArguments, async ({ input }, principal, { ip }) =>
    codeView(await useCases.requestEmailChange(input, principal, ip)),
  ),
  changeEmail: change(inputs.changeEmailArguments, async ({ input }, principal, { ip }) =>
    accessView(await useCases.changeEmail(input, principal, ip)),
  ),
  logOutSession: change(inputs.logOutSessionArguments, async ({ input }, { userId }) => {
    await useCases.logOut({ userId, sessionId: input.sessionId });
    return userView({ id: userId });
  }),
  allowPush: change(inputs.allowPushArguments, async ({ input }, principal) => {
    await useCases.allowPush(input, principal);
    return useCases.readPush(principal);
  }),
  logOut: change(inputs.nothing, ended(useCases.logOut)),
  logOutEverywhere: change(inputs.nothing, ended(useCases.logOutEverywhere)),
});

/** Field of an account; `null` for a deleted one. */
const field =
  <Value>(valueOf: (account: Account) => Value) =>
  async ({ id }: UserView, _arguments: unknown, { loaders }: GraphQLContext): Promise<Value> => {
    const account = await loaders.accounts.load(Number(id));
    if (!account) throw new Unauthenticated();
    return valueOf(account);
  };

const mayRead = (userId: number, { principal }: GraphQLContext) =>
  principal !== null && (principal.role === 'admin' || principal.userId === userId);

/** Preference of the caller; `null` for other users. */
const preference =
  <Value>(valueOf: (preferences: Preferences) => Value | null) =>
  async ({ id }: UserView, _arguments: unknown, { principal, loaders }: GraphQLContext) => {
    if (!principal || principal.userId !== Number(id)) return null;
    const account = await loaders.accounts.load(principal.userId);
    return account && valueOf(account);
  };

const ownSessions =
  ({ readSessions }: Pick<UseCases, 'readSessions'>) =>
  async ({ id }: UserView, _arguments: unknown, { principal }: GraphQLContext) => {
    if (!principal || principal.userId !== Number(id)) return null;
    const sessions = await readSessions(principal);
    return sessions.map((session) => sessionView(session, principal.sessionId));
  };

const userOf = (useCases: UseCases): UserResolvers<GraphQLContext> => ({
  __resolveReference: async ({ id }, context) => {
    const userId = Number(id);
    const isThere = mayRead(userId, context) && (await context.loaders.accounts.load(userId));
    return isThere ? { id } : null;
  },
  email: field(({ email }) => email),
  username: field(({ username }) => username),
  emailVerified: field(isVerified),
  isDemo: field(({ isDemo }) => isDemo),
  role: field(roleView),
  createdAt: field(({ createdAt }) => createdAt),
  lastSeenAt: field(({ lastSeenAt }) => lastSeenAt),
  theme: preference(({ theme }) => theme && themeView(theme)),
  language: preference(({ language }) => language && languageView(language)),
  sessions: ownSessions(useCases),
  push: ({ id }, _arguments, { principal }) =>
    principal && principal.userId === Number(id) ? useCases.readPush(principal) : null,
});

/** Resolvers of the schema, checked against the generated types. */
export const resolvers = (useCases: UseCases, idempotency: Idempotency): Resolvers<GraphQLContext> => ({
  Query: { viewer: (_parent, _arguments, context) => ({ id: String(requirePrincipal(context).userId) }) },
  Mutation: mutations(useCases, fieldsOf(idempotency)),
  User: userOf(useCases),
});
