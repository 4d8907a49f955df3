import type { Envelope } from '@kumbuka/contracts';

/** `type:id`, unique among all aggregates of the product. */
export const aggregateKey = ({ aggregate }: Envelope): string => `${aggregate.type}:${aggregate.id}`;
