import {
  createFields,
  isPrincipal,
  pageView,
  requirePrincipal,
  type Idempotency,
  type RequestContext,
} from '@kumbuka/service-kit';
import type { AuditTrail } from '@kumbuka/http-kit';
import { operatorFields } from './operator-fields.ts';
import type { UseCases } from '../use-cases/use-cases.ts';
import type {
  QueryResolvers,
  Resolvers,
  LearnerSubscriptionResolvers,
  MutationResolvers,
  UserResolvers,
} from './generated/types.ts';
import * as inputs from './inputs.ts';
import { checkoutView, paymentView, subscriptionView, verificationView } from './views.ts';

const fieldsOf = (idempotency: Idempotency) =>
  createFields<RequestContext>({ idempotency, afterChange: () => undefined });
type Fields = ReturnType<typeof fieldsOf>;

const queries = (useCases: UseCases, { own }: Fields): QueryResolvers<RequestContext> => ({
  viewer: (_parent, _arguments, context) => ({ id: String(requirePrincipal(context).userId) }),
  payment: own(inputs.oneId, async ({ id }, principal) =>
    paymentView(await useCases.readPayment(id, principal)),
  ),
});

const mutations = (
  useCases: UseCases,
  { change, create, createByName }: Fields,
): MutationResolvers<RequestContext> => ({
  startCheckout: create(
    inputs.startCheckoutArguments,
    ({ input }, principal) => useCases.startCheckout(input, principal),
    checkoutView,
  ),
  requestStkPush: createByName(
    inputs.requestStkPushArguments,
    ({ input }, principal) => useCases.requestStkPush(input, principal),
    paymentView,
  ),
  verifyPayment: change(inputs.verifyPaymentArguments, async ({ input }, principal) =>
    verificationView(await useCases.verifyPayment(input, principal)),
  ),
});

const user = (useCases: UseCases): UserResolvers<RequestContext> => ({
  __resolveReference: (reference, context) => (isPrincipal(reference, context) ? { id: reference.id } : null),
  subscription: async (_parent, _arguments, context) =>
    subscriptionView(await useCases.readSubscription(requirePrincipal(context))),
});

const subscription = (useCases: UseCases, { own }: Fields): LearnerSubscriptionResolvers<RequestContext> => ({
  pendingPayment: async (_parent, _arguments, context) => {
    const payment = await useCases.readPendingPayment(requirePrincipal(context));
    return payment && paymentView(payment);
  },
  openPrompts: async (_parent, _arguments, context) =>
    (await useCases.readOpenPrompts(requirePrincipal(context))).map(paymentView),
  payments: own(inputs.pageArguments, async (page, principal) =>
    pageView(await useCases.listPayments(page, principal), paymentView),
  ),
});

/** Resolvers of the schema, checked against the generated types. */
export function resolvers(
  useCases: UseCases,
  idempotency: Idempotency,
  audit: AuditTrail,
  zone: string,
): Resolvers<RequestContext> {
  const fields = fieldsOf(idempotency);
  const operators = operatorFields(useCases, fields, audit, zone);
  return {
    Query: { ...queries(useCases, fields), ...operators.queries },
    Mutation: { ...mutations(useCases, fields), ...operators.mutations },
    User: user(useCases),
    LearnerSubscription: subscription(useCases, fields),
  };
}
