import { addCase, addImport, addTo, addVariant } from './anchors.ts';
import type { Draft } from './draft.ts';
import { NameRejected, namesOf, noService, type Names } from './names.ts';

/** Event to make, with what its name and the other events of its service say about it. */
interface EventParts {
  service: Names;
  name: Names;
  aggregate: Names;
  /** Past verb, such as `archived`. */
  verb: string;
  /** Field with the id of the aggregate. */
  idField: string;
  /** Its schema in the contract. */
  idSchema: string;
}

/** Splits `deck-archived` into the aggregate `deck` and the verb `archived`. */
function partsOf(draft: Draft, service: Names, name: Names): EventParts {
  const words = name.kebab.split('-');
  const [verb = '', aggregate] = [words.at(-1), words.slice(0, -1).join('-')];
  if (aggregate === '')
    throw new NameRejected(`${name.kebab} is not an aggregate and a past verb such as deck-archived.`);
  // Users and learners are the same people, whom every event names.
  const isUser = ['user', 'learner'].includes(aggregate);
  const idField = isUser ? 'userId' : `${namesOf(aggregate).camel}Id`;
  const [, idSchema = 'id'] =
    new RegExp(`\\b${idField}: (z\\.\\w+\\(\\))`).exec(draft.read(contractsOf(service))) ?? [];
  return { service, name, aggregate: namesOf(aggregate), verb, idField, idSchema };
}

const contractsOf = (service: Names) => `libs/contracts/src/events/${service.kebab}.ts`;

/** Fields that are equal for users, whose id is the aggregate's, are listed once. */
const once = (...fields: string[]) => [...new Set(fields)];

const contract = ({ service, name, aggregate, verb, idField, idSchema }: EventParts) => `
export const ${name.camel} = defineEvent(
  '${service.kebab}',
  '${name.kebab}',
  '${aggregate.kebab}',
  '${aggregate.words} ${verb}.',
  z.object({ ${once('userId: id', `${idField}: ${idSchema}`).join(', ')}, ${verb}At: time }),
);
`;

const variant = ({ name, idField, idSchema }: EventParts) => {
  const ids = once(`${idField}: ${idSchema === 'id' ? 'number' : 'string'}`, 'userId: number');
  return `{ type: '${name.kebab}'; ${ids.join('; ')}; version: number; at: Date }`;
};

const envelope = ({ name, verb, idField }: EventParts) => `    case '${name.kebab}': {
      const { ${once(idField, 'userId').join(', ')}, version, at } = event;
      const data = { ${once('userId', idField).join(', ')}, ${verb}At: at.toISOString() };
      return newEvent(${name.camel}, {
        key: userId,
        aggregate: { id: ${idField}, version },
        occurredAt: at,
        data,
      });
    }`;

/** Value of the aggregate's id in the test. */
const exampleOf = ({ idField, idSchema }: EventParts) => {
  if (idField === 'userId') return '7';
  return idSchema === 'id' ? '12' : "'0195a0f3-6e2c-7c1b-9d0a-3b5f4e2d1c0b'";
};

const test = (parts: EventParts) => {
  const { service, name, aggregate, verb, idField } = parts;
  const example = exampleOf(parts);
  const ids = once(`${idField}: ${example}`, 'userId: 7').join(',\n    ');
  return `import { ${name.camel} } from '@kumbuka/contracts';
import { expect, it } from 'vitest';
import { toEnvelope } from './publishes.ts';

it('${aggregate.words.toLowerCase()} ${verb} is published with its ids and its time', () => {
  const at = new Date('2026-03-01T12:00:00Z');
  const { type, key, aggregate, data } = toEnvelope({
    type: '${name.kebab}',
    ${ids},
    version: 3,
    at,
  });
  expect([type, key]).toEqual(['${service.kebab}.${name.kebab}', '7']);
  expect(aggregate).toEqual({ type: '${aggregate.kebab}', id: '${example.replaceAll("'", '')}', version: 3 });
  expect(${name.camel}.data.parse(data)).toEqual({
    ${ids},
    ${verb}At: at.toISOString(),
  });
});
`;
};

/** Adds the event after the last one in the line Publishes of a README, in backticks where that has them. */
const addPublished = (name: string) => (readme: string) =>
  readme.replace(/^.*\bPublishes\b.*[a-z]-[a-z]+(`?)/m, (listed, tick) => `${listed}, ${tick}${name}${tick}`);

/** Contract, domain event, envelope, line in the README and test of an event. The author records it in a use-case. */
export function newEvent(draft: Draft, service: Names, name: Names) {
  const source = `services/${service.kebab}/src`;
  if (!draft.has(`${source}/app.ts`)) throw noService(service.kebab);
  const parts = partsOf(draft, service, name);
  const contracts = contractsOf(service);
  draft.edit(contracts, (text) => {
    const list = text.lastIndexOf(`export const ${service.camel}Events`);
    return text.slice(0, list) + contract(parts).trimStart() + '\n' + text.slice(list);
  });
  draft.edit(contracts, addTo(`${service.camel}Events`, name.camel));
  draft.edit(contracts, addImport(['id', 'time'], './fields.ts'));
  draft.edit(contracts, addImport(['defineEvent'], '../envelope.ts'));
  draft.edit(contracts, addImport(['z'], 'zod'));
  if (draft.read(`${source}/domain/events.ts`).includes(`type: '${name.kebab}'`))
    throw new NameRejected(`The event ${name.kebab} already exists.`);
  draft.edit(`${source}/domain/events.ts`, addVariant('DomainEvent', variant(parts)));
  draft.edit(`${source}/events/publishes.ts`, addCase(envelope(parts)));
  draft.edit(`${source}/events/publishes.ts`, addImport([name.camel], '@kumbuka/contracts'));
  draft.edit(`${source}/events/publishes.ts`, addImport(['newEvent'], '@kumbuka/event-bus'));
  draft.edit(`services/${service.kebab}/README.md`, addPublished(name.kebab));
  draft.add(`${source}/events/${name.kebab}.test.ts`, test(parts));
}
