import type { Failure } from './failure.ts';
import type { Generation } from './generation.ts';
import type { Quota } from './quota.ts';

/** What happened and is published. */
export type DomainEvent =
  | { type: 'generation-completed'; generation: Generation; at: Date }
  | { type: 'generation-failed'; generation: Generation; failure: Failure; at: Date }
  | { type: 'quota-used'; quota: Quota; at: Date };
