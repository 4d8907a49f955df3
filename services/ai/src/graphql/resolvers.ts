import {
  createFields,
  isPrincipal,
  pageView,
  requirePrincipal,
  type Idempotency,
} from '@kumbuka/service-kit';
import type { AuditSubject, AuditTrail } from '@kumbuka/http-kit';
import type { z } from 'zod';
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
import { costsView, generationView, outlineView, insertedView, type AiQuotaView } from './views.ts';

/** Nothing is kept of a request that a change could make out of date. */
const fieldsOf = (idempotency: Idempotency) =>
  createFields<GraphQLContext>({ idempotency, afterChange: () => undefined });
type Fields = ReturnType<typeof fieldsOf>;

/** A read of operators: each is recorded, and so is the call of somebody else, which is refused. */
const readOf =
  ({ operate }: Fields, audit: AuditTrail) =>
  <Schema extends z.ZodType, Result>(
    action: string,
    schema: Schema,
    work: (input: z.output<Schema>) => Promise<Result>,
    aboutOf: (input: z.output<Schema>) => AuditSubject = () => ({}),
  ) => {
    const callIn = ({ ip, requestId }: GraphQLContext) => ({ action, ip, requestId });
    const read = operate(schema, (input, { userId }, context) =>
      audit.read({ ...callIn(context), by: userId ?? 'key' }, () => work(input), aboutOf(input)),
    );
    return (...field: Parameters<typeof read>) => {
      const [, , context] = field;
      if (!context.operator) audit.noteForbidden(callIn(context));
      return read(...field);
    };
  };

const operatorFields = (useCases: UseCases, read: ReturnType<typeof readOf>) => ({
  generationCosts: read('generationCosts', inputs.costArguments, async ({ days }) =>
    costsView(await useCases.readCosts(days)),
  ),
  userGenerations: read(
    'userGenerations',
    inputs.userArguments,
    async ({ userId, ...page }) => pageView(await useCases.listGenerations(page, { userId }), outlineView),
    ({ userId }) => ({ target: `user ${userId}` }),
  ),
});

const queries = (useCases: UseCases, fields: Fields, audit: AuditTrail): QueryResolvers<GraphQLContext> => ({
  viewer: (_parent, _arguments, context) => ({ id: String(requirePrincipal(context).userId) }),
  generation: fields.own(inputs.oneId, async ({ id }, principal) =>
    generationView(await useCases.readGeneration(id, principal)),
  ),
  ...operatorFields(useCases, readOf(fields, audit)),
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
