import { addField, addImport, addTo } from './anchors.ts';
import type { Draft } from './draft.ts';
import { requestsOfFacade, type Place } from './change-of-aggregate.ts';
import type { Names } from './names.ts';

const domain = (
  { camel, pascal, words }: Names,
  home: string,
) => `import type { DomainEvent } from '${home ? '../' : './'}events.ts';

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

const useCase = ({ name: { kebab, camel, words }, folder }: Place, home: string, ports: string) => {
  const transaction = startOfTransaction(ports);
  const principal = transaction.includes('userId') ? '{ userId }' : '_principal';
  return `import type { Principal } from '@kumbuka/identity';
import { ${camel} as decide } from '../${folder && '../'}domain/${home}${kebab}.ts';
import type { Ports } from '${folder ? '../' : './'}ports.ts';

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
  `  ${camel}: change(inputs.${camel}Arguments, (_input, principal) => useCases.${camel}(principal))`;
/** Function that starts a service for its tests. */
interface Starter {
  name: string;
  /** Type of the started service. */
  type: string;
  /** File in the service's `testing` folder. */
  file: string;
  /** Whether the service verifies only tokens of its own, which its tests get by signing in. */
  signsIn: boolean;
}

/** Finds the function that starts the service with its environment; `null` when a service needs none. */
function starterOf(draft: Draft, source: string): Starter | null {
  for (const file of draft.filesIn(`${source}/testing`)) {
    const text = draft.read(`${source}/testing/${file}`);
    const [before = '', body] = text.split('buildTestService(');
    // The last function that begins before the call contains it.
    const head = before.split('export async function ').at(-1) ?? '';
    const [, name, type] = /^(start\w+)\([^]*\): Promise<(\w+)> \{/.exec(head) ?? [];
    if (body !== undefined && name && type) return { name, type, file, signsIn: text.includes('signIn(') };
  }
  return null;
}

const startByItself = `import { buildTestService, type TestService } from '@kumbuka/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { loadConfig } from './config.ts';

let service: TestService;
beforeAll(async () => {
  service = await buildTestService(createApp, loadConfig);
});
afterAll(() => service.stop());
`;
const startBy = ({ name, type, file }: Starter) => `import { afterAll, beforeAll, expect, it } from 'vitest';
import { ${name}, type ${type} } from './testing/${file}';

let service: ${type};
beforeAll(async () => {
  service = await ${name}();
});
afterAll(() => service.stop());
`;

const test = (service: Names, { kebab, camel, words }: Names, starter: Starter | null) => {
  const path = `/${service.kebab}/${kebab}`;
  const caller = starter?.signsIn ? '{ token }' : '{ as: 7 }';
  const signIn = starter?.signsIn ? 'const { token } = await service.signIn();' : '';
  return `${starter ? startBy(starter) : startByItself}
it('${words.toLowerCase()} is allowed to a learner over REST and GraphQL', async () => {
  ${signIn}
  const { status, body } = await service.rest('POST', '${path}', ${caller});
  expect([status, body]).toEqual([200, { at: expect.any(String) }]);
  const { data } = await service.graphql('mutation { ${camel} }', {}, ${caller});
  expect(data).toEqual({ ${camel}: expect.any(String) });
});

it('${words.toLowerCase()} is rejected without a token', async () => {
  expect((await service.rest('POST', '${path}')).status).toBe(401);
  expect((await service.graphql('mutation { ${camel} }')).code).toBe('UNAUTHENTICATED');
});
`;
};

/** Makes `mutations` take `change`, where it does not yet. */
const takeChange = (text: string) =>
  /mutations = \([^)]*\bchange\b/.test(text) ? text : text.replace(/mutations = \([^)]*\{ /, '$&change, ');

/** Adds the field to the mutations of the service. */
function addResolver(draft: Draft, source: string, name: Names) {
  const resolvers = `${source}/graphql/resolvers.ts`;
  draft.edit(resolvers, takeChange);
  draft.edit(resolvers, addTo('mutations', resolver(name)));
  const inputs = `${source}/graphql/inputs.ts`;
  draft.edit(inputs, (text) => `${text}\nexport const ${name.camel}Arguments = z.object({});\n`);
  draft.edit(inputs, addImport(['z'], 'zod'));
}

/** A use case without an aggregate that the generator could load: it only returns the time until its author adds the rule. */
export function act(draft: Draft, { service, name, folder }: Place) {
  const source = `services/${service.kebab}/src`;
  const home = draft.has(`${source}/domain/${folder}`) ? folder : '';
  draft.add(`${source}/domain/${home}${name.kebab}.ts`, domain(name, home));
  draft.add(`${source}/domain/${home}${name.kebab}.test.ts`, domainTest(name));
  const ports = draft.read(`${source}/use-cases/ports.ts`);
  draft.add(`${source}/use-cases/${folder}${name.kebab}.ts`, useCase({ service, name, folder }, home, ports));

  const contracts = `libs/contracts/src/rest/${service.kebab}.ts`;
  draft.edit(contracts, addTo(`${service.camel}Routes`, route(service, name)));
  draft.edit(contracts, addImport(['z'], 'zod'));
  draft.edit(`${source}/http/routes.ts`, addTo('routes', handled(service, name)));

  const field = `  "${name.words}. Returns the time at which it was done."\n  ${name.camel}: DateTime!`;
  draft.edit(`services/${service.kebab}/schema.graphql`, addField('Mutation', field));
  addResolver(draft, source, name);
  draft.edit(requestsOfFacade, addTo('samples', `  ${name.camel}: () => ({})`));
  draft.add(`${source}/${name.kebab}.test.ts`, test(service, name, starterOf(draft, source)));
}
