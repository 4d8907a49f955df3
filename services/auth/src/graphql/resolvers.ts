import { parseInput, Unauthenticated } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import { requirePrincipal } from '@kumbuka/service-kit';
import type { z } from 'zod';
import { isVerified, type Account } from '../domain/account.ts';
import type { UseCases } from '../use-cases/use-cases.ts';
import * as inputs from './inputs.ts';
import type { Context } from './loaders.ts';
import { accessView, codeView, loggedInView, roleView, signedUpView } from './views.ts';

interface UserReference {
  id: string;
}
type Resolve<Given = unknown, Parent = unknown> = (
  parent: Parent,
  given: Given,
  context: Context,
) => Promise<unknown>;

/** A change that anybody may ask for: the input by its schema, then the answer. */
const open =
  <Schema extends z.ZodType>(
    schema: Schema,
    answer: (input: z.output<Schema>, context: Context) => Promise<unknown>,
  ): Resolve<{ input: unknown }> =>
  async (_parent, { input }, context) =>
    answer(parseInput(schema, input), context);

/** A change of the bearer's own access. */
const own =
  (answer: (principal: Principal) => Promise<unknown>): Resolve =>
  async (_parent, _given, context) =>
    answer(requirePrincipal(context));

const mutations = (does: UseCases) => ({
  signUp: open(inputs.signUpInput, async (input, { ip }) => signedUpView(await does.signUp(input, ip))),
  logIn: open(inputs.logInInput, async (input, { ip }) => loggedInView(await does.logIn(input, ip))),
  requestVerificationCode: open(inputs.codeRequestInput, async (input, { ip }) =>
    codeView(await does.requestCode(input, ip)),
  ),
  verifyCode: open(inputs.verifyCodeInput, async (input) => accessView(await does.verifyCode(input))),
  requestPasswordReset: open(inputs.codeRequestInput, async (input, { ip }) =>
    codeView(await does.forgotPassword(input, ip)),
  ),
  resetPassword: open(inputs.resetPasswordInput, async (input) =>
    accessView(await does.resetPassword(input)),
  ),
  refreshAccess: own(async (principal) => accessView(await does.refreshAccess(principal))),
  logOut: own(async (principal) => {
    await does.logOut(principal);
    return true;
  }),
  logOutEverywhere: own(async (principal) => {
    await does.logOutEverywhere(principal);
    return true;
  }),
});

/** A field of an account; one that is gone is nobody any more. */
const fact =
  (view: (account: Account) => unknown): Resolve<unknown, UserReference> =>
  async ({ id }, _given, { loaders }) => {
    const account = await loaders.accounts.load(Number(id));
    if (!account) throw new Unauthenticated();
    return view(account);
  };

const mayRead = (id: string, { principal }: Context) =>
  principal !== null && (principal.role === 'admin' || id === String(principal.userId));

const user = {
  __resolveReference: async ({ id }: UserReference, context: Context) => {
    const there = mayRead(id, context) && (await context.loaders.accounts.load(Number(id)));
    return there ? { id } : null;
  },
  email: fact(({ email }) => email),
  username: fact(({ username }) => username),
  emailVerified: fact(isVerified),
  isDemo: fact(({ isDemo }) => isDemo),
  role: fact(roleView),
  createdAt: fact(({ createdAt }) => createdAt),
  lastSeenAt: fact(({ lastSeenAt }) => lastSeenAt),
};

export const resolvers = (does: UseCases) => ({
  Query: {
    viewer: (_parent: unknown, _given: unknown, context: Context): UserReference => ({
      id: String(requirePrincipal(context).userId),
    }),
  },
  Mutation: mutations(does),
  User: user,
});
