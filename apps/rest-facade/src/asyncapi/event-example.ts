import type { Envelope, EventContract } from '@kumbuka/contracts';
import { eventSchema } from './event-schema.ts';
import type { JsonSchema } from './json-schema.ts';

const day = '2026-01-31';
const instant = `${day}T12:00:00.000Z`;
const uuid = '01930d3e-7c00-7000-8000-000000000001';
const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function textFor({ format }: JsonSchema, name: string): string {
  if (format === 'date') return day;
  if (format === 'date-time') return instant;
  return format === 'uuid' ? uuid : kebab(name);
}

const numberFor = ({ minimum, exclusiveMinimum }: JsonSchema): number =>
  exclusiveMinimum === undefined ? Math.max(minimum ?? 1, 1) : exclusiveMinimum + 1;

/** Returns a value that fits the schema: its first example or enum value, not `null`, with every optional field. */
function valueFor(schema: JsonSchema, name: string): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.examples) return schema.examples[0];
  const variant = schema.anyOf?.find(({ type }) => type !== 'null');
  if (variant) return valueFor(variant, name);
  const type = [schema.type].flat().find((each) => each !== 'null');
  if (type === 'object') return objectFor(schema);
  if (type === 'array') return [valueFor(schema.items ?? {}, name)];
  if (type === 'string') return textFor(schema, name);
  if (type === 'boolean') return true;
  return numberFor(schema);
}

const objectFor = ({ properties = {} }: JsonSchema) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, valueFor(schema, name)]));

/** Returns an example message for a contract, the same on every call. */
export function eventExample(contract: EventContract): Envelope {
  const made = objectFor(eventSchema(contract)) as Envelope;
  return {
    ...made,
    id: '01930d3e-7c00-7000-8000-00000000000e',
    key: '1',
    aggregate: { type: contract.aggregate, id: '1', version: 1 },
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  };
}
