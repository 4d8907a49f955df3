import * as contracts from '@kumbuka/contracts';
import { link, namesFrom, type Source } from './code.ts';

/** Callers of an internal route: the files that import its list and name it. */
function callersOf(operation: string, list: string, sources: readonly Source[]) {
  return sources
    .filter((source) => !/\/http\/routes\.ts$|^libs\/testing\//.test(source.file))
    .filter((source) => namesFrom(source, '@kumbuka/contracts').includes(list))
    .filter(({ tree }) => new RegExp(`\\b${operation}\\b`).test(tree.text))
    .map(({ file }) => link(file))
    .join(', ');
}

const routeLists = Object.entries({
  authInternalRoutes: contracts.authInternalRoutes,
  decksInternalRoutes: contracts.decksInternalRoutes,
  studyProgressInternalRoutes: contracts.studyProgressInternalRoutes,
  billingInternalRoutes: contracts.billingInternalRoutes,
  aiInternalRoutes: contracts.aiInternalRoutes,
  usersRoutes: contracts.usersRoutes,
});

export const routeRows = (sources: readonly Source[]) =>
  routeLists.flatMap(([list, routes]) =>
    Object.entries(routes).map(([key, { method, path, owner, summary }]) => [
      `\`${method} ${path}\``,
      owner,
      summary,
      callersOf(key, list, sources) || 'no code; see the [runbook](runbook.md)',
    ]),
  );

const routesIn = (service: string) => `[${service}](../services/${service}/src/http/routes.ts)`;
export const pathRows = () =>
  contracts.restRoutes.map(({ method, path, owner, operationId, summary }) => [
    `\`${method} ${path}\``,
    summary,
    `\`${operationId}\``,
    routesIn(owner),
  ]);
