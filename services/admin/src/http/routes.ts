import { adminRoutes, type RestRoute } from '@kumbuka/contracts';
import { handle, type HandledRoute, type RouteRequest } from '@kumbuka/service-kit';
import type { About, Call } from '../domain/audit/audit.ts';
import type { UseCases } from '../use-cases/use-cases.ts';
import { statsView, usersView } from './views.ts';

type Asked = Pick<RouteRequest<RestRoute>, 'operator' | 'ip' | 'requestId'>;

const callOf = ({ operationId }: RestRoute, { operator, ip, requestId }: Asked): Call => ({
  action: operationId,
  by: operator?.userId ?? 'key',
  ip,
  requestId,
});

/** A route that only reads, each call noted. */
const handleRead =
  ({ auditRead }: UseCases) =>
  <Route extends RestRoute & { access: 'operator' }, Result>(
    route: Route,
    run: (input: RouteRequest<Route>) => Promise<Result>,
    view: (result: Result) => unknown,
    aboutOf?: (result: Result) => About,
  ): HandledRoute =>
    handle(route, (input) => auditRead(callOf(route, input), () => run(input), aboutOf), view);

export function routes(useCases: UseCases, now: () => Date): HandledRoute[] {
  const read = handleRead(useCases);
  return [
    read(adminRoutes.readStats, ({ query }) => useCases.readStats(query.within), statsView),
    read(
      adminRoutes.listUsers,
      ({ query: { limit, offset, sort, q, active_within, is_demo, email_verified } }) =>
        useCases.listUsers({
          filter: { search: q, activeWithin: active_within, isDemo: is_demo, isVerified: email_verified },
          sort,
          limit,
          offset,
        }),
      usersView(now),
      ({ items }) => ({ count: items.length }),
    ),
  ];
}
