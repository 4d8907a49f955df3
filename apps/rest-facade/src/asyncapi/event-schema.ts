import { envelope, aggregateRef, type EventContract } from '@kumbuka/contracts';
import { z } from 'zod';
import type { JsonSchema } from './json-schema.ts';

/** `decks.card-added.v2`, the name of an event's snapshot. */
export const slotOf = ({ type, version }: EventContract): string => `${type}.v${version}`;

/** Removes bounds and patterns that repeat `integer` and `format`. */
function withoutNoise(schema: JsonSchema) {
  if (schema.format) delete schema.pattern;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
}

const messageOf = (contract: EventContract) =>
  envelope.extend({
    type: z.literal(contract.type),
    version: z.literal(contract.version),
    source: z.literal(contract.source),
    aggregate: aggregateRef.extend({ type: z.literal(contract.aggregate) }),
    data: contract.data,
  });

/** JSON Schema of an event's whole message. Fields beyond it are allowed: consumers ignore unknown fields. */
export function eventSchema(contract: EventContract): JsonSchema {
  const schema = z.toJSONSchema(messageOf(contract), {
    target: 'draft-2020-12',
    io: 'input',
    override: ({ jsonSchema }) => withoutNoise(jsonSchema as JsonSchema),
  });
  return { ...schema, title: slotOf(contract), description: contract.description } as JsonSchema;
}
