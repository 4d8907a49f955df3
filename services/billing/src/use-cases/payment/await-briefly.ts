import type { Ports } from '../ports.ts';

export type BriefPorts = Pick<Ports, 'timeouts' | 'background'>;

/** Result of the work, or `null` when it takes longer than a caller waits, or fails; the work continues. */
export const awaitBriefly = <Result>(
  { timeouts, background }: BriefPorts,
  work: Promise<Result>,
): Promise<Result | null> =>
  Promise.race([work.catch(() => null), background.pause(timeouts.providerMs).then(() => null)]);
