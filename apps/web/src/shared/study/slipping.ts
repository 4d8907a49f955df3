import { study } from '@kumbuka/contracts/constants';

/** Whether a card was forgotten so often that another text helps more than further repetition. */
export const isSlipping = (schedule: { lapses: number } | null | undefined): boolean =>
  (schedule?.lapses ?? 0) >= study.slippingLapses;
