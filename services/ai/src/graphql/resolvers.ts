import {
  createFields,
  isPrincipal,
  pageView,
  requirePrincipal,
  type Idempotency,
} from '@kumbuka/service-kit';
import type { AuditTrail } from '@kumbuka/http-kit';
import type { UseCases } from '../use-cases/use-cases.ts';
import type { GraphQLContext } from './context.ts';
import type {
  AiQuotaResolvers,
  MutationResolvers,
  QueryResolvers,
  Resolvers,
  UserResolvers,
} from './generated/types.ts';
import * as inputs from './inputs.ts';
import { costsView, generationView, insertedView, type AiQuotaView } from './views.ts';

/** Nothing is kept of a request that a change could make out of date. */
const fieldsOf = (idempotency: Idempotency) =>
  createFields<GraphQLContext>({ idempotency, afterChange: () => undefined });
type Fields = ReturnType<typeof fieldsOf>;

const costs = (useCases: UseCases, { operate }: Fields, audit: AuditTrail) => {
  const callIn = ({ ip, requestId }: GraphQLContext) => ({ action: 'generationCosts', ip, requestId });
  const read = operate(inputs.costArguments, async ({ days }, { userId }, context) =>
    costsView(await audit.read({ ...callIn(context), by: userId ?? 'key' }, () => useCases.readCosts(days))),
  );
  return (...field: Parameters<typeof read>) => {
    const [, , context] = field;
    if (!context.operator) audit.noteForbidden(callIn(context));
    return read(...field);
  };
};

const queries = (useCases: UseCases, fields: Fields, audit: AuditTrail): QueryResolvers<GraphQLContext> => ({
  viewer: (_parent, _arguments, context) => ({ id: String(requirePrincipal(context).userId) }),
  generation: fields.own(inputs.oneId, async ({ id }, principal) =>
    generationView(await useCases.readGeneration(id, principal)),
  ),
  generationCosts: costs(useCases, fields, audit),
});

const mutations = (useCases: UseCases, { create }: Fields): MutationResolvers<GraphQLContext> => ({
  generateCards: create(
    inputs.generateArguments,
    ({ input }, principal) => useCases.generateCards(input, principal),
    generationView,
  ),
  insertGeneratedCards: create(
    inputs.insertArguments,
    ({ input }, principal) => useCases.insertGeneratedCards(input, principal),
    insertedView,
  ),
});

const user = (useCases: UseCases, { own }: Fields): UserResolvers<GraphQLContext> => ({
  __resolveReference: (reference, context) => (isPrincipal(reference, context) ? { id: reference.id } : null),
  aiQuota: (_parent, _arguments, context) => useCases.readQuota(requirePrincipal(context)),
  generations: own(inputs.pageArguments, async (page, principal) =>
    pageView(await useCases.listGenerations(page, principal), generationView),
  ),
});

const quota = (useCases: UseCases, { own }: Fields): AiQuotaResolvers<GraphQLContext> => ({
  uses: own(inputs.pageArguments, async (page, principal, _context, { month }: AiQuotaView) =>
    pageView(await useCases.listUses(month, page, principal), generationView),
  ),
});

/** Registered under the names of the schema; the generated types hold them to it. */
export function resolvers(
  useCases: UseCases,
  idempotency: Idempotency,
  audit: AuditTrail,
): Resolvers<GraphQLContext> {
  const fields = fieldsOf(idempotency);
  return {
    Query: queries(useCases, fields, audit),
    Mutation: mutations(useCases, fields),
    User: user(useCases, fields),
    AiQuota: quota(useCases, fields),
  };
}
