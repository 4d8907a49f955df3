import type { Page, PageRequest } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import { PaymentNotFound } from '../../domain/errors.ts';
import type { OwnedPayment } from '../../domain/payment.ts';
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

export const listPayments =
  ({ payments, learners }: Pick<Ports, 'payments' | 'learners'>) =>
  async (page: PageRequest, { userId }: Pick<Principal, 'userId'>): Promise<Page<OwnedPayment>> => {
    const [items, learner] = await Promise.all([payments.page(userId, page), learners.find(userId)]);
    return { items, ...page, total: learner.paymentCount };
  };
