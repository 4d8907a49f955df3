import { createFields, type Idempotency, type RequestContext } from '@kumbuka/service-kit';
import { userTarget } from '../domain/audit/audit.ts';
import type { UseCases } from '../use-cases/use-cases.ts';
import { audited, type Audited } from './audited.ts';
import { eventAdminFields } from './event-admin-fields.ts';
import type { QueryResolvers, Resolvers } from './generated/types.ts';
import * as inputs from './inputs.ts';
import {
  auditView,
  dayView,
  deletionView,
  demoBatchView,
  erasedView,
  runView,
  statsView,
  userView,
} from './views.ts';

const queries = (
  useCases: UseCases,
  read: Audited['read'],
  now: () => Date,
): QueryResolvers<RequestContext> => ({
  adminStats: read('adminStats', inputs.statsArguments, async ({ within }) =>
    statsView(await useCases.readStats(within)),
  ),
  adminUsers: read(
    'adminUsers',
    inputs.usersArguments,
    async (input) => {
      const { total, items } = await useCases.listUsers(input);
      return { total, items: items.map(userView(now())) };
    },
    ({ items }) => ({ count: items.length }),
  ),
  adminUser: read(
    'adminUser',
    inputs.userArguments,
    async ({ id }) => {
      const user = await useCases.readUser(id);
      return user && userView(now())(user);
    },
    (_user, { id }) => ({ target: userTarget(id) }),
  ),
  adminDays: read('adminDays', inputs.daysArguments, async ({ days }) =>
    (await useCases.readDays(days)).map(dayView),
  ),
  adminFunnel: read('adminFunnel', inputs.daysArguments, ({ days }) => useCases.readFunnel(days)),
  adminAudit: read('adminAudit', inputs.auditArguments, async ({ filter, page, perPage }) =>
    auditView(await useCases.listAudit(filter, { page, perPage })),
  ),
});

/** Resolvers by the names of the schema, which the generated types enforce. */
export const resolvers = (
  useCases: UseCases,
  idempotency: Idempotency,
  now: () => Date,
): Resolvers<RequestContext> => {
  const fields = audited(useCases, idempotency);
  const { read, write } = fields;
  const { change } = createFields<RequestContext>({ idempotency, afterChange: () => undefined });
  const events = eventAdminFields(useCases, fields, now);
  return {
    Query: {
      ...queries(useCases, read, now),
      ...events.queries,
      adminDeletion: read('adminDeletion', inputs.runArguments, async ({ id }) =>
        deletionView(await useCases.readDeletion(id)),
      ),
      adminDemoBatch: read('adminDemoBatch', inputs.runArguments, async ({ id }, { by }) =>
        demoBatchView(await useCases.readDemoBatch(id, by)),
      ),
      adminRuns: read('adminRuns', inputs.noArguments, async (_input, { by }) => {
        const runs = await useCases.listRuns();
        return runs.map(runView(by, await useCases.readNames(runs.map((run) => run.by))));
      }),
    },
    Mutation: {
      ...events.mutations,
      deleteUsers: write('deleteUsers', inputs.deleteUsersArguments, async ({ input }, call, key) =>
        deletionView(await useCases.requestDeletion(input, key, call)),
      ),
      createDemoUsers: write(
        'createDemoUsers',
        inputs.createDemoUsersArguments,
        async ({ input }, call, key) => demoBatchView(await useCases.requestDemoUsers(input, key, call)),
      ),
      eraseMyAccount: change(inputs.eraseMyAccountArguments, async ({ input }, principal, { requestId }) =>
        erasedView(await useCases.eraseAccount(principal, input.password, requestId)),
      ),
    },
  };
};
