import { addCase, addImport, addTo, addVariant } from './anchors.ts';
import type { Draft } from './draft.ts';
import { NameRefused, namesOf, noService, type Names } from './names.ts';

/** Splits `deck-archived` into the aggregate `deck` and the verb `archived`. */
function partsOf(name: Names) {
  const words = name.kebab.split('-');
  const [verb, aggregate] = [words.at(-1) ?? '', words.slice(0, -1).join('-')];
  if (aggregate === '')
    throw new NameRefused(`${name.kebab} is not an aggregate and a past verb such as deck-archived.`);
  return { verb, aggregate: namesOf(aggregate) };
}

const contract = (service: Names, name: Names) => {
  const { verb, aggregate } = partsOf(name);
  return `
export const ${name.camel} = defineEvent(
  '${service.kebab}',
  '${name.kebab}',
  '${aggregate.kebab}',
  '${aggregate.words} ${verb}.',
  z.object({ userId: id, ${aggregate.camel}Id: id, ${namesOf(verb).camel}At: time }),
);
`;
};

const envelope = (name: Names) => {
  const { verb, aggregate } = partsOf(name);
  return `    case '${name.kebab}': {
      const { ${aggregate.camel}Id, userId, version, at } = event;
      const data = { userId, ${aggregate.camel}Id, ${namesOf(verb).camel}At: at.toISOString() };
      return newEvent(${name.camel}, {
        key: userId,
        aggregate: { id: ${aggregate.camel}Id, version },
        occurredAt: at,
        data,
      });
    }`;
};

const test = (service: Names, name: Names) => {
  const { verb, aggregate } = partsOf(name);
  return `import { ${name.camel} } from '@kumbuka/contracts';
import { expect, it } from 'vitest';
import { toEnvelope } from './publishes.ts';

it('${aggregate.words.toLowerCase()} ${verb} is published with its ids and its time', () => {
  const at = new Date('2026-03-01T12:00:00Z');
  const { type, key, aggregate, data } = toEnvelope({
    type: '${name.kebab}',
    ${aggregate.camel}Id: 12,
    userId: 7,
    version: 3,
    at,
  });
  expect([type, key]).toEqual(['${service.kebab}.${name.kebab}', '7']);
  expect(aggregate).toEqual({ type: '${aggregate.kebab}', id: '12', version: 3 });
  expect(${name.camel}.data.parse(data)).toEqual({
    userId: 7,
    ${aggregate.camel}Id: 12,
    ${namesOf(verb).camel}At: at.toISOString(),
  });
});
`;
};

/** Contract, domain event, envelope and test of an event. The author records it in a use-case. */
export function newEvent(draft: Draft, service: Names, name: Names) {
  const { aggregate } = partsOf(name);
  const contracts = `libs/contracts/src/events/${service.kebab}.ts`;
  const source = `services/${service.kebab}/src`;
  if (!draft.has(`${source}/app.ts`)) throw noService(service.kebab);
  draft.edit(contracts, (text) => {
    const list = text.lastIndexOf(`export const ${service.camel}Events`);
    return text.slice(0, list) + contract(service, name).trimStart() + '\n' + text.slice(list);
  });
  draft.edit(contracts, addTo(`${service.camel}Events`, name.camel));
  draft.edit(contracts, addImport(['id', 'time'], './fields.ts'));
  draft.edit(contracts, addImport(['defineEvent'], '../envelope.ts'));
  draft.edit(contracts, addImport(['z'], 'zod'));
  if (draft.read(`${source}/domain/events.ts`).includes(`type: '${name.kebab}'`))
    throw new NameRefused(`The event ${name.kebab} already exists.`);
  const happened = `{ type: '${name.kebab}'; ${aggregate.camel}Id: number; userId: number; version: number; at: Date }`;
  draft.edit(`${source}/domain/events.ts`, addVariant('DomainEvent', happened));
  draft.edit(`${source}/events/publishes.ts`, addCase(envelope(name)));
  draft.edit(`${source}/events/publishes.ts`, addImport([name.camel], '@kumbuka/contracts'));
  draft.edit(`${source}/events/publishes.ts`, addImport(['newEvent'], '@kumbuka/event-bus'));
  draft.add(`${source}/events/${name.kebab}.test.ts`, test(service, name));
}
