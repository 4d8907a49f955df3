import type { AuditTrail } from '@kumbuka/http-kit';
import { pageView, type createFields, type RequestContext } from '@kumbuka/service-kit';
import type { GraphQLResolveInfo } from 'graphql';
import type { z } from 'zod';
import type { RefundOnDesk } from '../use-cases/refund/settle-refund.ts';
import type { UseCases } from '../use-cases/use-cases.ts';
import type { MutationResolvers, QueryResolvers } from './generated/types.ts';
import * as inputs from './inputs.ts';
import { refundView } from './views.ts';

type Operate = ReturnType<typeof createFields<RequestContext>>['operate'];
type Field<Result> = (
  parent: unknown,
  given: unknown,
  context: RequestContext,
  info: GraphQLResolveInfo,
) => Promise<Result>;

interface RefundDesk {
  queries: Pick<QueryResolvers<RequestContext>, 'refunds'>;
  mutations: Pick<MutationResolvers<RequestContext>, 'endRefundedPlan' | 'keepRefundedPlan'>;
}

/** Fields for operators. A call by somebody else is refused and noted; an act is recorded before it runs. */
export function refundDesk(
  useCases: Pick<UseCases, 'listRefunds' | 'endRefundedPlan' | 'keepRefundedPlan'>,
  { operate }: { operate: Operate },
  audit: AuditTrail,
): RefundDesk {
  const callIn = (action: string, { ip, requestId }: RequestContext) => ({ action, ip, requestId });
  const noted =
    <Result>(action: string, field: Field<Result>): Field<Result> =>
    (parent, given, context, info) => {
      if (!context.operator) audit.noteForbidden(callIn(action, context));
      return field(parent, given, context, info);
    };
  const read = <Schema extends z.ZodType, Result>(
    action: string,
    schema: Schema,
    work: (given: z.output<Schema>) => Promise<Result>,
  ) =>
    noted(
      action,
      operate(schema, (given, { userId }, context) =>
        audit.read({ ...callIn(action, context), by: userId ?? 'key' }, () => work(given)),
      ),
    );
  const act = (action: string, work: (id: string) => Promise<RefundOnDesk>) =>
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
    },
    mutations: {
      endRefundedPlan: act('endRefundedPlan', useCases.endRefundedPlan),
      keepRefundedPlan: act('keepRefundedPlan', useCases.keepRefundedPlan),
    },
  };
}
