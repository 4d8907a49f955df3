import { addField, addImport, addTo } from './anchors.ts';
import type { Draft } from './draft.ts';
import { NameRefused, noService, type Names } from './names.ts';

const domain = ({ camel, pascal, words }: Names) => `import type { DomainEvent } from './events.ts';

export interface ${pascal}Outcome {
  at: Date;
  events: readonly DomainEvent[];
}

/** ${words}: decides what happens. Takes the loaded state and the time as arguments. */
export const ${camel} = (at: Date): ${pascal}Outcome => ({ at, events: [] });
`;

const domainTest = ({ kebab, camel, words }: Names) => `import { expect, it } from 'vitest';
import { ${camel} } from './${kebab}.ts';

it('${words.toLowerCase()} happens at the time of the caller', () => {
  const noon = new Date('2026-03-01T12:00:00Z');
  expect(${camel}(noon)).toEqual({ at: noon, events: [] });
});
`;

/** Transactions of study-progress are serialised per learner. */
const startOfTransaction = (ports: string) =>
  /type Transact = <Result>\(\s*ownerId/.test(ports) ? 'transact(userId, async' : 'transact(async';

const useCase = ({ kebab, camel, words }: Names, ports: string) => {
  const transaction = startOfTransaction(ports);
  const principal = transaction.includes('userId') ? '{ userId }' : '_principal';
  return `import type { Principal } from '@kumbuka/identity';
import { ${camel} as decide } from '../domain/${kebab}.ts';
import type { Ports } from './ports.ts';

/** ${words}. Returns the time at which it was done. */
export const ${camel} =
  ({ transact, now }: Pick<Ports, 'transact' | 'now'>) =>
  (${principal}: Principal): Promise<Date> =>
    ${transaction} ({ record }) => {
      const { at, events } = decide(now());
      record(events);
      return at;
    });
`;
};

const route = (service: Names, { kebab, camel, words }: Names) => `  ${camel}: defineRoute({
    operationId: '${camel}',
    method: 'POST',
    path: '/${service.kebab}/${kebab}',
    owner: '${service.kebab}',
    exposure: 'public',
    access: 'learner',
    summary: '${words}.',
    response: z.object({ at: z.iso.datetime() }),
    status: 200,
    write: true,
  })`;

const handled = (service: Names, { camel }: Names) => `  handle(
    ${service.camel}Routes.${camel},
    ({ principal }) => useCases.${camel}(principal),
    (at) => ({ at: at.toISOString() }),
  )`;

const resolver = ({ camel }: Names) =>
  `  ${camel}: async (_parent, _args, context) => useCases.${camel}(requirePrincipal(context))`;

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

it('${words.toLowerCase()} is allowed to a learner over REST and GraphQL', async () => {
  const { status, body } = await service.rest('POST', '/${service.kebab}/${kebab}', { as: 7 });
  expect([status, body]).toEqual([200, { at: expect.any(String) }]);
  const { data } = await service.graphql('mutation { ${camel} }', {}, { as: 7 });
  expect(data).toEqual({ ${camel}: expect.any(String) });
});

it('${words.toLowerCase()} is refused without a token', async () => {
  expect((await service.rest('POST', '/${service.kebab}/${kebab}')).status).toBe(401);
  expect((await service.graphql('mutation { ${camel} }')).code).toBe('UNAUTHENTICATED');
});
`;

/** A use-case in REST and GraphQL with its domain function, transaction and tests. It does nothing yet but return the time. */
export function newUseCase(draft: Draft, service: Names, name: Names) {
  const source = `services/${service.kebab}/src`;
  if (!draft.has(`${source}/app.ts`)) throw noService(service.kebab);
  if (service.kebab === 'admin')
    throw new NameRefused('Use cases of admin check and audit the operator; copy one of them.');
  const list = `${source}/use-cases/use-cases.ts`;
  // Its file may be in any folder.
  if (draft.read(list).includes(`/${name.kebab}.ts'`))
    throw new NameRefused(`The use-case ${name.kebab} already exists.`);
  draft.add(`${source}/domain/${name.kebab}.ts`, domain(name));
  draft.add(`${source}/domain/${name.kebab}.test.ts`, domainTest(name));
  draft.add(
    `${source}/use-cases/${name.kebab}.ts`,
    useCase(name, draft.read(`${source}/use-cases/ports.ts`)),
  );
  draft.edit(list, addTo('createUseCases', `  ${name.camel}: ${name.camel}(ports)`));
  draft.edit(list, addImport([name.camel], `./${name.kebab}.ts`));

  const contracts = `libs/contracts/src/rest/${service.kebab}.ts`;
  draft.edit(contracts, addTo(`${service.camel}Routes`, route(service, name)));
  draft.edit(contracts, addImport(['defineRoute'], './route.ts'));
  draft.edit(contracts, addImport(['z'], 'zod'));
  draft.edit(`${source}/http/routes.ts`, addTo('routes', handled(service, name)));
  draft.edit(`${source}/http/routes.ts`, addImport([`${service.camel}Routes`], '@kumbuka/contracts'));
  draft.edit(`${source}/http/routes.ts`, addImport(['handle'], '@kumbuka/service-kit'));

  const field = `  "${name.words}. Returns the time at which it was done."\n  ${name.camel}: DateTime!`;
  draft.edit(`services/${service.kebab}/schema.graphql`, addField('Mutation', field));
  draft.edit(`${source}/graphql/resolvers.ts`, addTo('mutations', resolver(name)));
  draft.edit(`${source}/graphql/resolvers.ts`, addImport(['requirePrincipal'], '@kumbuka/service-kit'));
  draft.add(`${source}/${name.kebab}.test.ts`, test(service, name));
}
