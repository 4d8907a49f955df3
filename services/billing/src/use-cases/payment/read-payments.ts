import { pageWithTotal, type Page, type PageRequest } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import { PaymentNotFound } from '../../domain/errors.ts';
import type { OwnedPayment } from '../../domain/payment.ts';
import { isOpen, openSince } from '../../domain/repeat.ts';
import type { Ports } from '../ports.ts';

export const readPayment =
  ({ payments }: Pick<Ports, 'payments'>) =>
  async (id: string, { userId }: Principal): Promise<OwnedPayment> => {
    const payment = await payments.find(userId, id);
    if (!payment) throw new PaymentNotFound();
    return payment;
  };

/** Latest payment that may still arrive. */
export const readPendingPayment =
  ({ payments }: Pick<Ports, 'payments'>) =>
  ({ userId }: Principal): Promise<OwnedPayment | null> =>
    payments.findOpen(userId);

/** Prompts that may still be on a phone, latest first. */
export const readOpenPrompts =
  ({ payments, now }: Pick<Ports, 'payments' | 'now'>) =>
  async ({ userId }: Principal): Promise<OwnedPayment[]> => {
    const at = now();
    const recent = await payments.listSince(userId, 'stk', openSince('stk', at));
    return recent.filter((payment) => isOpen(payment, at));
  };

export const listPayments =
  ({ payments, learners }: Pick<Ports, 'payments' | 'learners'>) =>
  async (page: PageRequest, { userId }: Pick<Principal, 'userId'>): Promise<Page<OwnedPayment>> =>
    pageWithTotal(
      page,
      await payments.page(userId, page),
      async () => (await learners.find(userId)).paymentCount,
    );
