import type { generationFailures } from '@kumbuka/contracts';

/** By what a generation can end without cards. */
export type Failure = (typeof generationFailures)[number];
