import type { Envelope, EventContract, EventData } from '@kumbuka/contracts';
import { currentContext } from '@kumbuka/runtime/context';
import { uuidV7 } from '../uuid.ts';

interface NewEventFields<Contract extends EventContract> {
  /** Id of the user whom the data concerns. */
  key: number | string;
  /** Changed aggregate with its version after the change. */
  aggregate: { id: number | string; version: number };
  data: EventData<Contract>;
  occurredAt: Date;
}

/**
 * Builds the envelope of an event with a new id; correlation, causation and trace come from the context.
 * Throws a ZodError when the data violates the contract.
 */
export function newEvent<Contract extends EventContract>(
  contract: Contract,
  fields: NewEventFields<Contract>,
): Envelope {
  const { correlationId, causationId, traceparent } = currentContext();
  return {
    id: uuidV7(),
    type: contract.type,
    version: contract.version,
    occurredAt: fields.occurredAt.toISOString(),
    source: contract.source,
    key: String(fields.key),
    aggregate: {
      type: contract.aggregate,
      id: String(fields.aggregate.id),
      version: fields.aggregate.version,
    },
    correlationId,
    causationId: causationId ?? null,
    ...(traceparent === undefined ? {} : { traceparent }),
    data: contract.data.parse(fields.data),
  };
}
