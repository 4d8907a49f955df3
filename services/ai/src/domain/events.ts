import type { Failure } from './failure.ts';
import type { Generation } from './generation.ts';
import type { Quota } from './quota.ts';

/** Domain events to publish. */
export type DomainEvent =
  | { type: 'generation-completed'; generation: Generation; at: Date }
  | { type: 'generation-failed'; generation: Generation; failure: Failure; at: Date }
  | { type: 'quota-used'; quota: Quota; at: Date };
