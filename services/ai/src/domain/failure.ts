import type { generationFailures } from '@kumbuka/contracts';

/** Reason why a generation ended without cards. */
export type Failure = (typeof generationFailures)[number];
