import type { AuditSubject, AuditTrail } from '@kumbuka/http-kit';
import { pageView, type createFields, type RequestContext } from '@kumbuka/service-kit';
import type { GraphQLResolveInfo } from 'graphql';
import type { z } from 'zod';
import type { RefundWithPlan } from '../use-cases/refund/settle-refund.ts';
import type { UseCases } from '../use-cases/use-cases.ts';
import type { MutationResolvers, QueryResolvers } from './generated/types.ts';
import * as inputs from './inputs.ts';
import { paymentView, refundView } from './views.ts';

type Operate = ReturnType<typeof createFields<RequestContext>>['operate'];
type Field<Result> = (
  parent: unknown,
  input: unknown,
  context: RequestContext,
  info: GraphQLResolveInfo,
) => Promise<Result>;

interface OperatorFields {
  queries: Pick<QueryResolvers<RequestContext>, 'refunds' | 'userPayments'>;
  mutations: Pick<MutationResolvers<RequestContext>, 'endRefundedPlan' | 'keepRefundedPlan'>;
}

/** Fields for operators. A call by somebody else is refused and noted; an act is recorded before it runs. */
export function operatorFields(
  useCases: Pick<UseCases, 'listRefunds' | 'endRefundedPlan' | 'keepRefundedPlan' | 'listPayments'>,
  { operate }: { operate: Operate },
  audit: AuditTrail,
): OperatorFields {
  const callIn = (action: string, { ip, requestId }: RequestContext) => ({ action, ip, requestId });
  const noted =
    <Result>(action: string, field: Field<Result>): Field<Result> =>
    (parent, input, context, info) => {
      if (!context.operator) audit.noteForbidden(callIn(action, context));
      return field(parent, input, context, info);
    };
  const read = <Schema extends z.ZodType, Result>(
    action: string,
    schema: Schema,
    work: (input: z.output<Schema>) => Promise<Result>,
    aboutOf: (input: z.output<Schema>) => AuditSubject = () => ({}),
  ) =>
    noted(
      action,
      operate(schema, (input, { userId }, context) =>
        audit.read({ ...callIn(action, context), by: userId ?? 'key' }, () => work(input), aboutOf(input)),
      ),
    );
  const act = (action: string, work: (id: string) => Promise<RefundWithPlan>) =>
    noted(
      action,
      operate(inputs.refundArguments, async ({ input: { refundId } }, { userId }, context) =>
        refundView(
          await audit.act(
            { ...callIn(action, context), by: userId ?? 'key' },
            { target: `refund ${refundId}` },
            () => work(refundId),
            ({ paymentId }) => ({ target: `refund ${refundId} of payment ${paymentId ?? 'unknown'}` }),
          ),
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
    },
    mutations: {
      endRefundedPlan: act('endRefundedPlan', useCases.endRefundedPlan),
      keepRefundedPlan: act('keepRefundedPlan', useCases.keepRefundedPlan),
    },
  };
}
