import type { Envelope, EventContract } from '@kumbuka/contracts';
import { eventSchema } from './event-schema.ts';
import type { JsonSchema } from './json-schema.ts';

const formatted: Record<string, string> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00.000Z',
  uuid: '01930d3e-7c00-7000-8000-000000000001',
};

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const isNotNull = (type: unknown) => type !== 'null';

const numberFor = ({ minimum = 1, exclusiveMinimum }: JsonSchema): number =>
  exclusiveMinimum === undefined ? Math.max(minimum, 1) : exclusiveMinimum + 1;

const objectFor = ({ properties = {} }: JsonSchema) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valueFor(schema, name)]));

const byType: Record<string, (schema: JsonSchema, name: string) => unknown> = {
  object: objectFor,
  array: ({ items = {} }, name) => [valueFor(items, name)],
  string: ({ format = '' }, name) => formatted[format] ?? kebab(name),
  boolean: () => true,
};

/** Returns a value that fits the schema: its first example or enum value, not `null`, with every optional field. */
function valueFor(schema: JsonSchema, name: string): unknown {
  const [given] = [schema.const, schema.enum?.[0], schema.examples?.[0]].filter((each) => each !== undefined);
  if (given !== undefined) return given;
  const variant = schema.anyOf?.find(({ type }) => isNotNull(type));
  if (variant) return valueFor(variant, name);
  const type = [schema.type].flat().find(isNotNull) ?? 'number';
  return (byType[type] ?? numberFor)(schema, name);
}

/** Returns an example message for a contract, the same on every call. */
export const eventExample = (contract: EventContract): Envelope => ({
  ...(objectFor(eventSchema(contract)) as Envelope),
  id: '01930d3e-7c00-7000-8000-00000000000e',
  key: '1',
  aggregate: { type: contract.aggregate, id: '1', version: 1 },
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
});
