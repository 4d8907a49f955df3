import { addField, addImport, addTo } from './anchors.ts';
import type { Aggregate } from './aggregate.ts';
import type { Draft } from './draft.ts';
import type { Names } from './names.ts';

/** Files of a use case. */
export interface Place {
  service: Names;
  name: Names;
  /** Folder in `use-cases`, with a slash at its end; empty without folders. */
  folder: string;
}

const codeOf = ({ kebab }: Names) => `${kebab.replaceAll('-', '_').toUpperCase()}_NOT_FOUND`;
/** Path of the act below the aggregate: `archive` for `archive-deck`. */
const pathOf = ({ kebab }: Names, { noun, path }: Aggregate) =>
  `${path}/${kebab.endsWith(`-${noun.kebab}`) ? kebab.slice(0, -noun.kebab.length - 1) : kebab}`;

const domain = (
  { name }: Place,
  { noun }: Aggregate,
  event: Names,
) => `import type { ${noun.pascal} } from './${noun.kebab}.ts';
import type { DomainEvent } from './events.ts';

export interface ${name.pascal}Outcome {
  ${noun.camel}: ${noun.pascal};
  events: readonly DomainEvent[];
}

/** ${name.words}. Returns the changed ${noun.camel} and its event. */
export function ${name.camel}(before: ${noun.pascal}, at: Date): ${name.pascal}Outcome {
  const ${noun.camel} = { ...before, updatedAt: at, version: before.version + 1 };
  const { id: ${noun.camel}Id, ownerId: userId, version } = ${noun.camel};
  return { ${noun.camel}, events: [{ type: '${event.kebab}', ${noun.camel}Id, userId, version, at }] };
}
`;

const domainTest = (
  { name }: Place,
  { noun }: Aggregate,
  event: Names,
) => `import { expect, it } from 'vitest';
import { a${noun.pascal}, later } from '../testing/builders.ts';
import { ${name.camel} } from './${name.kebab}.ts';

it('${name.words.toLowerCase()} raises the version, notes the time and is an event', () => {
  const before = a${noun.pascal}();
  const { ${noun.camel}, events } = ${name.camel}(before, later);
  const version = before.version + 1;
  expect(${noun.camel}).toEqual({ ...before, updatedAt: later, version });
  const { id: ${noun.camel}Id, ownerId: userId } = before;
  expect(events).toEqual([{ type: '${event.kebab}', ${noun.camel}Id, userId, version, at: later }]);
});
`;

const useCase = (
  { name, folder }: Place,
  { noun, type, store }: Aggregate,
) => `import type { Principal } from '@kumbuka/identity';
import { ${name.camel} as decide } from '../${folder && '../'}domain/${name.kebab}.ts';
import type { ${noun.pascal} } from '../${folder && '../'}domain/${noun.kebab}.ts';
import { ${type.pascal}NotFound } from '../${folder && '../'}domain/errors.ts';
import type { Ports } from '${folder ? '../' : './'}ports.ts';

/** ${name.words}. Throws \`${type.pascal}NotFound\`. */
export const ${name.camel} =
  ({ transact, now }: Pick<Ports, 'transact' | 'now'>) =>
  (id: number, { userId }: Principal): Promise<${noun.pascal}> =>
    transact(async ({ ${store}, record }) => {
      const before = await ${store}.find(userId, id);
      if (!before) throw new ${type.pascal}NotFound();
      const { ${noun.camel}, events } = decide(before, now());
      await ${store}.save(${noun.camel});
      record(events);
      return ${noun.camel};
    });
`;

const route = ({ service, name }: Place, aggregate: Aggregate) => `  ${name.camel}: defineRoute({
    operationId: '${name.camel}',
    method: 'POST',
    path: '${pathOf(name, aggregate)}',
    owner: '${service.kebab}',
    exposure: 'public',
    access: 'learner',
    summary: '${name.words}.',
    params: idParams,
    response: ${aggregate.type.camel},
    status: 200,
    write: true,
    errors: ['${codeOf(aggregate.type)}'],
  })`;

const handled = ({ service, name }: Place, { noun }: Aggregate) => `  handle(
    ${service.camel}Routes.${name.camel},
    ({ params, principal }) => useCases.${name.camel}(params.id, principal),
    ${noun.camel}View,
  )`;

const resolver = ({ name }: Place, { noun }: Aggregate) =>
  `  ${name.camel}: change(inputs.${name.camel}Arguments, async ({ input: { id } }, principal) =>
    ${noun.camel}View(await useCases.${name.camel}(id, principal)),
  )`;

const inputOfSchema = ({ name }: Place, { type }: Aggregate) => `
"${name.words}."
input ${name.pascal}Input {
  "Id of the ${type.camel}."
  id: ID!
}
`;

const test = ({ service, name }: Place, aggregate: Aggregate, event: Names) => {
  const { noun, type, insertsMany } = aggregate;
  const database = `kumbuka_${service.kebab.replaceAll('-', '_')}`;
  const path = pathOf(name, aggregate).replace('{id}', '1');
  // One for each surface, because a rule may reject a second change.
  const built = [1, 2].map((id) => `a${noun.pascal}({ id: ${id}, ownerId: 7 })`);
  const inserted = insertsMany
    ? `  await ${noun.camel}Store().insert([${built.join(', ')}]);`
    : built.map((each) => `  await ${noun.camel}Store().insert(${each});`).join('\n');
  return `import { createLog } from '@kumbuka/runtime';
import { connectMongo, type Mongo } from '@kumbuka/service-kit';
import { buildTestService, eventsOf, startStack, type TestService, type TestStack } from '@kumbuka/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { loadConfig } from './config.ts';
import { create${noun.pascal}Store } from './store/${noun.kebab}-store.ts';
import { a${noun.pascal} } from './testing/builders.ts';

const database = '${database}';
const path = '${path}';
const mutation = 'mutation { ${name.camel}(input: { id: "2" }) { id version } }';
let stack: TestStack;
let mongo: Mongo;
let service: TestService;
const ${noun.camel}Store = () => create${noun.pascal}Store(mongo.connection);
beforeAll(async () => {
  stack = await startStack();
  mongo = connectMongo({ url: stack.env.MONGO_URL, database, log: createLog('test', 'silent') });
  service = await buildTestService((config) => createApp(config, { mongo }), loadConfig, { stack });
${inserted}
});
afterAll(async () => {
  await service.stop();
  await stack.stop();
});

it('${name.words.toLowerCase()} changes a ${noun.camel} of its learner over REST and GraphQL, and publishes each change', async () => {
  const { status, body } = await service.rest('POST', path, { as: 7 });
  expect([status, body]).toEqual([200, expect.objectContaining({ id: 1, version: 2 })]);
  const { data } = await service.graphql(mutation, {}, { as: 7 });
  expect(data).toEqual({ ${name.camel}: { id: '2', version: 2 } });
  for (const id of [1, 2]) expect(await ${noun.camel}Store().find(7, id)).toMatchObject({ version: 2 });
  const published = await eventsOf(stack, database);
  expect(published.map(({ type, aggregate: { id, version } }) => [type, id, version])).toEqual([
    ['${service.kebab}.${event.kebab}', '1', 2],
    ['${service.kebab}.${event.kebab}', '2', 2],
  ]);
});

it('${name.words.toLowerCase()} does not find the ${noun.camel} of another learner', async () => {
  expect((await service.rest('POST', path, { as: 8 })).body).toMatchObject({ code: '${codeOf(type)}' });
  expect((await service.graphql(mutation, {}, { as: 8 })).code).toBe('${codeOf(type)}');
});

it('${name.words.toLowerCase()} is rejected without a token', async () => {
  expect((await service.rest('POST', path)).status).toBe(401);
  expect((await service.graphql(mutation)).code).toBe('UNAUTHENTICATED');
});
`;
};

/** The facade's test sends one request of every route. */
export const requestsOfFacade = 'apps/rest-facade/src/relay.test.ts';

/** Makes the request of the facade's test from that which deletes the aggregate. */
function addSample(draft: Draft, { name }: Place, aggregate: Aggregate) {
  const act = pathOf(name, aggregate).slice(aggregate.path.length);
  const url = new RegExp(`delete${aggregate.type.pascal}: async \\(\\) => \\(\\{ url: \`([^\`]*)\``).exec(
    draft.read(requestsOfFacade),
  )?.[1];
  if (url)
    draft.edit(
      requestsOfFacade,
      addTo('samples', `  ${name.camel}: async () => ({ url: \`${url}${act}\` })`),
    );
}

/** A use case that changes one aggregate: it loads, decides, saves and records an event. */
export function changeOfAggregate(draft: Draft, place: Place, aggregate: Aggregate, event: Names) {
  const { service, name, folder } = place;
  const source = `services/${service.kebab}/src`;
  draft.add(`${source}/domain/${name.kebab}.ts`, domain(place, aggregate, event));
  draft.add(`${source}/domain/${name.kebab}.test.ts`, domainTest(place, aggregate, event));
  draft.add(`${source}/use-cases/${folder}${name.kebab}.ts`, useCase(place, aggregate));

  const contracts = `libs/contracts/src/rest/${service.kebab}.ts`;
  draft.edit(contracts, addTo(`${service.camel}Routes`, route(place, aggregate)));
  draft.edit(contracts, addImport(['idParams'], './fields.ts'));
  draft.edit(`${source}/http/routes.ts`, addTo('routes', handled(place, aggregate)));
  draft.edit(`${source}/http/routes.ts`, addImport([`${aggregate.noun.camel}View`], './views.ts'));
  addSample(draft, place, aggregate);

  const schema = `services/${service.kebab}/schema.graphql`;
  const field = `  "${name.words}."\n  ${name.camel}(input: ${name.pascal}Input!): ${aggregate.type.pascal}!`;
  draft.edit(schema, addField('Mutation', field));
  draft.edit(schema, (text) => text + inputOfSchema(place, aggregate));
  draft.edit(
    `${source}/graphql/inputs.ts`,
    (text) => `${text}\nexport const ${name.camel}Arguments = inputOf({ id: idText });\n`,
  );
  draft.edit(`${source}/graphql/inputs.ts`, addImport(['idText'], '@kumbuka/contracts'));
  draft.edit(`${source}/graphql/inputs.ts`, addImport(['inputOf'], '@kumbuka/service-kit'));
  draft.edit(`${source}/graphql/resolvers.ts`, addTo('mutations', resolver(place, aggregate)));
  draft.edit(`${source}/graphql/resolvers.ts`, addImport([`${aggregate.noun.camel}View`], './views.ts'));
  draft.add(`${source}/${name.kebab}.test.ts`, test(place, aggregate, event));
}
