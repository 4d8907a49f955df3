import type { AuditTrail } from '@kumbuka/http-kit';
import { createOperatorFields, pageView, type Fields, type RequestContext } from '@kumbuka/service-kit';
import type { RefundWithPlan } from '../use-cases/refund/settle-refund.ts';
import type { UseCases } from '../use-cases/use-cases.ts';
import type { MutationResolvers, QueryResolvers } from './generated/types.ts';
import * as inputs from './inputs.ts';
import { bookedPaymentView, paymentView, refundView, revenueView } from './views.ts';

interface OperatorFields {
  queries: Pick<
    QueryResolvers<RequestContext>,
    'refunds' | 'userPayments' | 'revenue' | 'confirmedPayments' | 'findPayments'
  >;
  mutations: Pick<MutationResolvers<RequestContext>, 'endRefundedPlan' | 'keepRefundedPlan'>;
}

/** Fields for operators; an act is recorded before it runs. */
export function operatorFields(
  useCases: Pick<
    UseCases,
    | 'listRefunds'
    | 'endRefundedPlan'
    | 'keepRefundedPlan'
    | 'listPayments'
    | 'readRevenue'
    | 'listConfirmed'
    | 'findPayments'
  >,
  fields: Pick<Fields<RequestContext>, 'operate'>,
  audit: AuditTrail,
  zone: string,
): OperatorFields {
  const { operate, read } = createOperatorFields(fields, audit);
  const act = (action: string, work: (id: string) => Promise<RefundWithPlan>) =>
    operate(action, inputs.refundArguments, async ({ input: { refundId } }, call) =>
      refundView(
        await audit.act(
          call,
          { target: `refund ${refundId}` },
          () => work(refundId),
          ({ paymentId }) => ({ target: `refund ${refundId} of payment ${paymentId ?? 'unknown'}` }),
        ),
      ),
    );
  return {
    queries: {
      refunds: read('refunds', inputs.refundsArguments, async ({ isOpen, ...page }) =>
        pageView(await useCases.listRefunds(isOpen, page), refundView),
      ),
      userPayments: read(
        'userPayments',
        inputs.userArguments,
        async ({ userId, ...page }) => pageView(await useCases.listPayments(page, { userId }), paymentView),
        ({ userId }) => ({ target: `user ${userId}` }),
      ),
      revenue: read('revenue', inputs.revenueArguments, async ({ days }) =>
        revenueView(zone)(await useCases.readRevenue(days)),
      ),
      confirmedPayments: read(
        'confirmedPayments',
        inputs.confirmedArguments,
        async ({ limit, offset, ...range }) => {
          const { total, items } = await useCases.listConfirmed(range, limit, offset);
          return { total, items: items.map(bookedPaymentView) };
        },
        ({ from, to }) => ({ target: `${from} to ${to}` }),
      ),
      findPayments: read('findPayments', inputs.findArguments, async ({ text }) =>
        (await useCases.findPayments(text)).map(bookedPaymentView),
      ),
    },
    mutations: {
      endRefundedPlan: act('endRefundedPlan', useCases.endRefundedPlan),
      keepRefundedPlan: act('keepRefundedPlan', useCases.keepRefundedPlan),
    },
  };
}
