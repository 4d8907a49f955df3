import type { Period } from './payment.ts';

export interface Subscription {
  ownerId: number;
  /** The end of all that was paid; null before the first payment. */
  periodEnd: Date | null;
  /** The payment that it goes back to; null before the first. */
  paymentId: string | null;
  /** Its end was told to others. */
  isLapsed: boolean;
  /** The end of which its learner was reminded. */
  remindedOf: Date | null;
  /** Raised by one with every event of the subscription. */
  version: number;
}

export const noSubscription = (ownerId: number): Subscription => ({
  ownerId,
  periodEnd: null,
  paymentId: null,
  isLapsed: false,
  remindedOf: null,
  version: 0,
});

/** A subscription is active until the end of what was paid; that there ever was one says nothing. */
export const isActive = ({ periodEnd }: Pick<Subscription, 'periodEnd'>, at: Date): boolean =>
  periodEnd !== null && periodEnd > at;

export interface ActivePeriod extends Period {
  paymentId: string;
}
