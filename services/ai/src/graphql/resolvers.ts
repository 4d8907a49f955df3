import {
  createFields,
  createOperatorFields,
  isPrincipal,
  pageView,
  requirePrincipal,
  type Idempotency,
  type RequestContext,
} from '@kumbuka/service-kit';
import type { AuditTrail } from '@kumbuka/http-kit';
import type { UseCases } from '../use-cases/use-cases.ts';
import type {
  AiQuotaResolvers,
  MutationResolvers,
  QueryResolvers,
  Resolvers,
  UserResolvers,
} from './generated/types.ts';
import * as inputs from './inputs.ts';
import { costsView, generationView, outlineView, insertedView, type AiQuotaView } from './views.ts';

const fieldsOf = (idempotency: Idempotency) =>
  createFields<RequestContext>({ idempotency, afterChange: () => undefined });
type Fields = ReturnType<typeof fieldsOf>;

const operatorFields = (useCases: UseCases, fields: Fields, audit: AuditTrail) => {
  const { read } = createOperatorFields(fields, audit);
  return {
    generationCosts: read('generationCosts', inputs.costArguments, async ({ days }) =>
      costsView(await useCases.readCosts(days)),
    ),
    userGenerations: read(
      'userGenerations',
      inputs.userArguments,
      async ({ userId, ...page }) => pageView(await useCases.listGenerations(page, { userId }), outlineView),
      ({ userId }) => ({ target: `user ${userId}` }),
    ),
  };
};

const queries = (useCases: UseCases, fields: Fields, audit: AuditTrail): QueryResolvers<RequestContext> => ({
  viewer: (_parent, _arguments, context) => ({ id: String(requirePrincipal(context).userId) }),
  generation: fields.own(inputs.oneId, async ({ id }, principal) =>
    generationView(await useCases.readGeneration(id, principal)),
  ),
  ...operatorFields(useCases, fields, audit),
});

const mutations = (useCases: UseCases, { create }: Fields): MutationResolvers<RequestContext> => ({
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

const user = (useCases: UseCases, { own }: Fields): UserResolvers<RequestContext> => ({
  __resolveReference: (reference, context) => (isPrincipal(reference, context) ? { id: reference.id } : null),
  aiQuota: (_parent, _arguments, context) => useCases.readQuota(requirePrincipal(context)),
  generations: own(inputs.pageArguments, async (page, principal) =>
    pageView(await useCases.openGenerations(page, principal), generationView),
  ),
});

const quota = (useCases: UseCases, { own }: Fields): AiQuotaResolvers<RequestContext> => ({
  uses: own(inputs.pageArguments, async (page, principal, _context, { month }: AiQuotaView) =>
    pageView(await useCases.listUses(month, page, principal), generationView),
  ),
});

/** Resolvers of the schema, checked against the generated types. */
export function resolvers(
  useCases: UseCases,
  idempotency: Idempotency,
  audit: AuditTrail,
): Resolvers<RequestContext> {
  const fields = fieldsOf(idempotency);
  return {
    Query: queries(useCases, fields, audit),
    Mutation: mutations(useCases, fields),
    User: user(useCases, fields),
    AiQuota: quota(useCases, fields),
  };
}
