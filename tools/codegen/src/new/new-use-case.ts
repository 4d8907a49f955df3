import { addField, addImport, addTo } from './anchors.ts';
import type { Draft } from './draft.ts';
import { NameRefused, noService, type Names } from './names.ts';

const useCase = ({ camel, words }: Names) => `import type { Principal } from '@kumbuka/identity';
import type { Ports } from './ports.ts';

/** ${words}; gives the instant at which it was done. */
export const ${camel} =
  ({ now }: Ports) =>
  async (_principal: Principal): Promise<Date> =>
    now();
`;

const route = (service: Names, { kebab, camel, words }: Names) => `  ${camel}: defineRoute({
    operationId: '${camel}',
    method: 'POST',
    path: '/${service.kebab}/${kebab}',
    owner: '${service.kebab}',
    exposure: 'public',
    access: 'learner',
    summary: '${words}.',
    answer: z.object({ at: z.iso.datetime() }),
    status: 200,
    write: true,
  })`;

const handled = (service: Names, { camel }: Names) => `  handle(
    ${service.camel}Routes.${camel},
    ({ principal }) => useCases.${camel}(principal),
    (at) => ({ at: at.toISOString() }),
  )`;

const resolver = ({ camel }: Names) =>
  `  ${camel}: async (_parent, _given, context) => useCases.${camel}(requirePrincipal(context))`;

const test = (
  service: Names,
  { kebab, camel, words }: Names,
) => `import { addressVariable, serviceNames } from '@kumbuka/contracts';
import { buildTestService, type TestService } from '@kumbuka/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { loadConfig } from './config.ts';

const others = serviceNames.filter((each) => each !== 'auth');
const env = Object.fromEntries(others.map((each) => [addressVariable(each), 'http://127.0.0.1:9']));
let service: TestService;
beforeAll(async () => {
  service = await buildTestService(createApp, loadConfig, { env });
});
afterAll(() => service.stop());

it('${words.toLowerCase()} is open to a learner, over REST and GraphQL', async () => {
  const { status, body } = await service.rest('POST', '/${service.kebab}/${kebab}', { as: 7 });
  expect([status, body]).toEqual([200, { at: expect.any(String) }]);
  const { data } = await service.graphql('mutation { ${camel} }', {}, { as: 7 });
  expect(data).toEqual({ ${camel}: expect.any(String) });
});

it('${words.toLowerCase()} is closed to everybody else', async () => {
  expect((await service.rest('POST', '/${service.kebab}/${kebab}')).status).toBe(401);
  expect((await service.graphql('mutation { ${camel} }')).code).toBe('UNAUTHENTICATED');
});
`;

/** A use-case on both surfaces that does nothing yet but say when, with its test. */
export function newUseCase(draft: Draft, service: Names, name: Names) {
  const source = `services/${service.kebab}/src`;
  if (!draft.has(`${source}/app.ts`)) throw noService(service.kebab);
  if (service.kebab === 'admin')
    throw new NameRefused('Operators are asked for in the manner of admin: copy one of its use-cases.');
  const list = `${source}/use-cases/use-cases.ts`;
  // Its file may be in any folder.
  if (draft.read(list).includes(`/${name.kebab}.ts'`))
    throw new NameRefused(`The use-case ${name.kebab} is there already.`);
  draft.add(`${source}/use-cases/${name.kebab}.ts`, useCase(name));
  draft.edit(list, addTo('createUseCases', `  ${name.camel}: ${name.camel}(ports)`));
  draft.edit(list, addImport([name.camel], `./${name.kebab}.ts`));

  const contracts = `libs/contracts/src/rest/${service.kebab}.ts`;
  draft.edit(contracts, addTo(`${service.camel}Routes`, route(service, name)));
  draft.edit(contracts, addImport(['defineRoute'], './route.ts'));
  draft.edit(contracts, addImport(['z'], 'zod'));
  draft.edit(`${source}/http/routes.ts`, addTo('routes', handled(service, name)));
  draft.edit(`${source}/http/routes.ts`, addImport([`${service.camel}Routes`], '@kumbuka/contracts'));
  draft.edit(`${source}/http/routes.ts`, addImport(['handle'], '@kumbuka/service-kit'));

  const field = `  "${name.words}; gives the instant at which it was done."\n  ${name.camel}: DateTime!`;
  draft.edit(`services/${service.kebab}/schema.graphql`, addField('Mutation', field));
  draft.edit(`${source}/graphql/resolvers.ts`, addTo('mutations', resolver(name)));
  draft.edit(`${source}/graphql/resolvers.ts`, addImport(['requirePrincipal'], '@kumbuka/service-kit'));
  draft.add(`${source}/${name.kebab}.test.ts`, test(service, name));
}
