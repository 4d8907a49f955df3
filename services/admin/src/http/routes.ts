import { isUnavailable } from '@kumbuka/event-bus';
import { adminInternalRoutes, adminRoutes, Unavailable, type RestRoute } from '@kumbuka/contracts';
import { setTimeout as pause } from 'node:timers/promises';
import { handle, type HandledRoute, type RouteRequest } from '@kumbuka/service-kit';
import type { About, Call } from '../domain/audit/audit.ts';
import type { UseCases } from '../use-cases/use-cases.ts';
import type { DeletionReport } from '../use-cases/request-deletion.ts';
import type { DemoReport } from '../use-cases/demo-batches.ts';
import { deletionView, demoBatchView, statsView, usersView } from './views.ts';

type Origin = Pick<RouteRequest<RestRoute>, 'operator' | 'ip' | 'requestId'>;

const callOf = ({ operationId }: RestRoute, { operator, ip, requestId }: Origin): Call => ({
  action: operationId,
  by: operator?.userId ?? 'key',
  ip,
  requestId,
});

/** Read-only route that records each call. */
const handleRead =
  ({ auditRead }: UseCases) =>
  <Route extends RestRoute & { access: 'operator' }, Result>(
    route: Route,
    run: (input: RouteRequest<Route>) => Promise<Result>,
    view: (result: Result) => unknown,
    aboutOf?: (result: Result) => About,
  ): HandledRoute =>
    handle(route, (input) => auditRead(callOf(route, input), () => run(input), aboutOf), view);

interface Waiting {
  now(): Date;
  /** Resolves when a deletion or a batch ends in this process. */
  ended(id: string): Promise<void>;
  /** Whether this process is shutting down; the work continues elsewhere or at the next start. */
  isStopping(): boolean;
}

const pollMs = 100;

/**
 * Reads a report until its work has ended, in this process or another one. Outages of the store do not end it, because
 * the work continues. Throws `Unavailable` at a shutdown; a repeat with the same Idempotency-Key waits again.
 */
async function untilEnded<Report>(
  { ended, isStopping }: Waiting,
  id: string,
  read: () => Promise<Report>,
  hasEnded: (report: Report) => boolean,
): Promise<Report> {
  for (;;) {
    await ended(id);
    const report = await read().catch((error: unknown) => {
      if (isUnavailable(error)) return null;
      throw error;
    });
    if (report && hasEnded(report)) return report;
    if (isStopping()) throw new Unavailable();
    await pause(pollMs);
  }
}

const untilDeleted = ({ readDeletion }: UseCases, waiting: Waiting, id: string): Promise<DeletionReport> =>
  untilEnded(
    waiting,
    id,
    () => readDeletion(id),
    ({ deletion }) => deletion.state !== 'running',
  );

async function untilMade(
  { readDemoBatch }: UseCases,
  waiting: Waiting,
  id: string,
  { by }: Call,
): Promise<DemoReport> {
  const report = await untilEnded(
    waiting,
    id,
    () => readDemoBatch(id, by),
    ({ batch }) => batch.state !== 'running',
  );
  if (report.batch.state === 'failed') throw new Unavailable();
  return report;
}

export function routes(useCases: UseCases, waiting: Waiting): HandledRoute[] {
  const read = handleRead(useCases);
  return [
    handle(adminInternalRoutes.recordCall, ({ body }) => useCases.recordCall(body)),
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
      usersView(waiting.now),
      ({ items }) => ({ count: items.length }),
    ),
    handle(
      adminRoutes.deleteUsers,
      async (input) => {
        const { strategy, commit_per, sleep_ms } = input.query;
        const mode = { dryRun: input.body.dry_run, strategy, commitPer: commit_per, sleepMs: sleep_ms };
        const call = callOf(adminRoutes.deleteUsers, input);
        const request = { emails: input.body.emails, ...mode };
        const { deletion } = await useCases.auditWrite(call, () =>
          useCases.requestDeletion(request, input.idempotencyKey, call),
        );
        return { emails: input.body.emails, report: await untilDeleted(useCases, waiting, deletion.id) };
      },
      deletionView,
    ),
    handle(
      adminRoutes.createDemoUsers,
      async (input) => {
        const { count, prefix, email_domain: emailDomain, ...more } = input.body;
        const call = callOf(adminRoutes.createDemoUsers, input);
        const request = {
          count,
          prefix,
          emailDomain,
          expiresInDays: more.expires_in_days ?? null,
          password: more.password ?? null,
          starterDecks: more.starter_decks ?? 0,
          studyHistory: more.study_history ?? false,
        };
        const { batch } = await useCases.auditWrite(call, () =>
          useCases.requestDemoUsers(request, input.idempotencyKey, call),
        );
        return untilMade(useCases, waiting, batch.id, call);
      },
      demoBatchView,
    ),
  ];
}
