import type { Payment } from '../../domain/payment.ts';
import type { DayRange, RevenueDay } from '../../domain/revenue.ts';

/** Payments of all learners, for operators. */
export interface BookStore {
  /** Confirmed money of each day of a range. */
  revenueOn(range: DayRange, zone: string): Promise<RevenueDay[]>;
  /** Confirmed payments, latest first. */
  listConfirmed(range: DayRange, zone: string, limit: number, offset: number): Promise<Payment[]>;
  countConfirmed(range: DayRange, zone: string): Promise<number>;
  findByIds(ids: readonly string[]): Promise<Payment[]>;
  /** Payments whose id, reference, invoice, checkout or receipt number is this text. */
  findByText(text: string): Promise<Payment[]>;
  /** Fills in the time of confirmation in some rows of earlier releases. Returns their number. */
  fillConfirmedAt(): Promise<number>;
}
