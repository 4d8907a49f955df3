import type { Ports } from '../ports.ts';

/** Result of the work, or `null` when it takes longer than a caller waits, or fails; the work continues. */
export const awaitBriefly = <Result>(
  { patience, pause }: Ports,
  work: Promise<Result>,
): Promise<Result | null> =>
  Promise.race([work.catch(() => null), pause(patience.providerMs).then(() => null)]);
