import { createFields, type Idempotency } from '@kumbuka/service-kit';
import type { GraphQLResolveInfo } from 'graphql';
import type { z } from 'zod';
import type { About, Call } from '../domain/audit/audit.ts';
import type { UseCases } from '../use-cases/use-cases.ts';
import type { GraphQLContext } from './context.ts';
import type { QueryResolvers, Resolvers } from './generated/types.ts';
import * as inputs from './inputs.ts';
import { auditView, dayView, deletionView, demoBatchView, statsView, userView } from './views.ts';

type Field<Result> = (
  parent: unknown,
  given: unknown,
  context: GraphQLContext,
  info: GraphQLResolveInfo,
) => Promise<Result>;

interface Audited {
  read<Schema extends z.ZodType, Result>(
    action: string,
    schema: Schema,
    answer: (given: z.output<Schema>) => Promise<Result>,
    aboutOf?: (result: Result) => About,
  ): Field<Result>;
  write<Schema extends z.ZodType, Result>(
    action: string,
    schema: Schema,
    /** The key is the Idempotency-Key of the request. */
    change: (given: z.output<Schema>, call: Call, key: string | null) => Promise<Result>,
  ): Field<Result>;
}

const callIn = (action: string, { operator, ip, requestId }: GraphQLContext): Call => ({
  action,
  by: operator?.userId ?? 'key',
  ip,
  requestId,
});

/** Fields that only operators may use, each call noted: by what it changes in the same transaction, or after it. */
function audited({ auditRead, auditWrite, noteForbidden }: UseCases, idempotency: Idempotency): Audited {
  const { operate } = createFields<GraphQLContext>({ idempotency, afterChange: () => undefined });
  const noted =
    <Result>(action: string, field: Field<Result>): Field<Result> =>
    async (parent, given, context, info) => {
      if (!context.operator) void noteForbidden(callIn(action, context));
      return field(parent, given, context, info);
    };
  return {
    read: (action, schema, answer, aboutOf) =>
      noted(
        action,
        operate(schema, (given, _operator, context) =>
          auditRead(callIn(action, context), () => answer(given), aboutOf),
        ),
      ),
    write: (action, schema, change) =>
      noted(
        action,
        operate(schema, (given, _operator, context) => {
          const call = callIn(action, context);
          return auditWrite(call, () => change(given, call, context.idempotencyKey));
        }),
      ),
  };
}

const queries = (
  useCases: UseCases,
  read: Audited['read'],
  now: () => Date,
): QueryResolvers<GraphQLContext> => ({
  adminStats: read('adminStats', inputs.statsArguments, async ({ within }) =>
    statsView(await useCases.readStats(within)),
  ),
  adminUsers: read(
    'adminUsers',
    inputs.usersArguments,
    async (asked) => {
      const { total, items } = await useCases.listUsers(asked);
      return { total, items: items.map(userView(now())) };
    },
    ({ items }) => ({ count: items.length }),
  ),
  adminDays: read('adminDays', inputs.daysArguments, async ({ days }) =>
    (await useCases.readDays(days)).map(dayView),
  ),
  adminAudit: read('adminAudit', inputs.auditArguments, async ({ filter, page, perPage }) =>
    auditView(await useCases.listAudit(filter, { page, perPage })),
  ),
});

/** Registered under the names of the schema; the generated types hold them to it. */
export const resolvers = (
  useCases: UseCases,
  idempotency: Idempotency,
  now: () => Date,
): Resolvers<GraphQLContext> => {
  const { read, write } = audited(useCases, idempotency);
  return {
    Query: {
      ...queries(useCases, read, now),
      adminDeletion: read('adminDeletion', inputs.runArguments, async ({ id }) =>
        deletionView(await useCases.readDeletion(id)),
      ),
      adminDemoBatch: read('adminDemoBatch', inputs.runArguments, async ({ id }) =>
        demoBatchView(await useCases.readDemoBatch(id)),
      ),
    },
    Mutation: {
      deleteUsers: write('deleteUsers', inputs.deleteUsersArguments, async ({ input }, call) =>
        deletionView(await useCases.requestDeletion(input, call)),
      ),
      createDemoUsers: write(
        'createDemoUsers',
        inputs.createDemoUsersArguments,
        async ({ input }, call, key) => demoBatchView(await useCases.requestDemoUsers(input, key, call)),
      ),
    },
  };
};
