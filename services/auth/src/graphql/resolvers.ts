import { Unauthenticated } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import { createFields, requirePrincipal, type Idempotency } from '@kumbuka/service-kit';
import { isVerified, type Account } from '../domain/account/account.ts';
import type { UseCases } from '../use-cases/use-cases.ts';
import type { GraphQLContext } from './context.ts';
import type { MutationResolvers, Resolvers, UserResolvers } from './generated/types.ts';
import * as inputs from './inputs.ts';
import { clearLoaders } from './loaders.ts';
import { accessView, codeView, loggedInView, roleView, signedUpView, type UserView } from './views.ts';

const fieldsOf = (idempotency: Idempotency) =>
  createFields<GraphQLContext>({ idempotency, afterChange: ({ loaders }) => clearLoaders(loaders) });
type Fields = ReturnType<typeof fieldsOf>;

/** Ends access of who asks. */
const ended =
  (end: (principal: Principal) => Promise<void>) => async (_given: unknown, principal: Principal) => {
    await end(principal);
    return true;
  };

const mutations = (useCases: UseCases, { open, change }: Fields): MutationResolvers<GraphQLContext> => ({
  signUp: open(inputs.signUpArguments, async ({ input }, { ip }) =>
    signedUpView(await useCases.signUp(input, ip)),
  ),
  logIn: open(inputs.logInArguments, async ({ input }, { ip }) =>
    loggedInView(await useCases.logIn(input, ip)),
  ),
  requestVerificationCode: open(inputs.codeRequestArguments, async ({ input }, { ip }) =>
    codeView(await useCases.requestVerificationCode(input, ip)),
  ),
  verifyCode: open(inputs.verifyCodeArguments, async ({ input }, { ip }) =>
    accessView(await useCases.verifyCode(input, ip)),
  ),
  requestPasswordReset: open(inputs.codeRequestArguments, async ({ input }, { ip }) =>
    codeView(await useCases.requestPasswordReset(input, ip)),
  ),
  resetPassword: open(inputs.resetPasswordArguments, async ({ input }, { ip }) =>
    accessView(await useCases.resetPassword(input, ip)),
  ),
  refreshAccess: change(inputs.nothing, async (_given, principal) =>
    accessView(await useCases.refreshAccess(principal)),
  ),
  logOut: change(inputs.nothing, ended(useCases.logOut)),
  logOutEverywhere: change(inputs.nothing, ended(useCases.logOutEverywhere)),
});

/** A field of an account; one that is gone is nobody any more. */
const field =
  <Value>(valueOf: (account: Account) => Value) =>
  async ({ id }: UserView, _given: unknown, { loaders }: GraphQLContext): Promise<Value> => {
    const account = await loaders.accounts.load(Number(id));
    if (!account) throw new Unauthenticated();
    return valueOf(account);
  };

const mayRead = (userId: number, { principal }: GraphQLContext) =>
  principal !== null && (principal.role === 'admin' || principal.userId === userId);

const user: UserResolvers<GraphQLContext> = {
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
};

/** Registered under the names of the schema; the generated types hold them to it. */
export const resolvers = (useCases: UseCases, idempotency: Idempotency): Resolvers<GraphQLContext> => ({
  Query: { viewer: (_parent, _given, context) => ({ id: String(requirePrincipal(context).userId) }) },
  Mutation: mutations(useCases, fieldsOf(idempotency)),
  User: user,
});
