import { dateOf, ValidationFailed } from '@kumbuka/contracts';
import type { Payment } from '../../domain/payment.ts';
import { normalisePhone } from '../../domain/phone.ts';
import { daysAfter, type DayRange, type RevenueDay } from '../../domain/revenue.ts';
import type { Ports } from '../ports.ts';

export interface Revenue {
  days: RevenueDay[];
  /** Sum of as many days before. */
  before: Omit<RevenueDay, 'date'>;
}

/** Reads the revenue of the last days up to today, and the sum of as many days before. */
export const readRevenue =
  ({ books, zone, now }: Pick<Ports, 'books' | 'zone' | 'now'>) =>
  async (count: number): Promise<Revenue> => {
    const to = dateOf(now(), zone);
    const all = await books.revenueOn({ from: daysAfter(to, 1 - 2 * count), to }, zone);
    const sum = (of: 'payments' | 'amountCents') =>
      all.slice(0, count).reduce((total, day) => total + day[of], 0);
    return {
      days: all.slice(count),
      before: { payments: sum('payments'), amountCents: sum('amountCents') },
    };
  };

export interface ConfirmedPayments {
  total: number;
  items: Payment[];
}

export const listConfirmed =
  ({ books, zone }: Pick<Ports, 'books' | 'zone'>) =>
  async (range: DayRange, limit: number, offset: number): Promise<ConfirmedPayments> => {
    const [total, items] = await Promise.all([
      books.countConfirmed(range, zone),
      books.listConfirmed(range, zone, limit, offset),
    ]);
    return { total, items };
  };

/** Returns the keyed hashes of a phone; none for a text that is no Kenyan mobile number. */
function hashesOf(text: string, { phoneHashes }: Ports['limits']): readonly string[] {
  try {
    return phoneHashes(normalisePhone(text));
  } catch (error) {
    if (error instanceof ValidationFailed) return [];
    throw error;
  }
}

/** Finds payments by a phone of the last day or by a whole reference, latest first. */
export const findPayments =
  ({ books, phones, limits }: Pick<Ports, 'books' | 'phones' | 'limits'>) =>
  async (text: string): Promise<Payment[]> => {
    const hashes = hashesOf(text, limits);
    const [ofPhone, named] = await Promise.all([
      hashes.length === 0 ? [] : phones.findPaymentIds(hashes).then(books.findByIds),
      books.findByText(text),
    ]);
    const found = new Map([...ofPhone, ...named].map((payment) => [payment.id, payment]));
    return [...found.values()].toSorted(
      (left, right) => right.createdAt.getTime() - left.createdAt.getTime(),
    );
  };

/** Fills in the times of confirmation that rows of earlier releases lack. */
export const fillConfirmedAt =
  ({ books }: Pick<Ports, 'books'>) =>
  async (isOver: () => boolean): Promise<void> => {
    while (!isOver() && (await books.fillConfirmedAt()) > 0);
  };
