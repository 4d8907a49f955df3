import { z } from 'zod';
import { time } from './common.ts';
import { defineRoute } from './route.ts';

export const subscriptionStatuses = ['active', 'inactive'] as const;

export const billingStatus = z.object({
  subscription_status: z.enum(subscriptionStatuses),
  current_period_end: time.nullable().meta({ description: 'Null unless a subscription is active.' }),
  month_used: z.int().min(0).meta({ description: 'AI prompts of this calendar month.' }),
  month_free_limit: z.int().min(0),
  month_remaining: z.int().min(0).nullable().meta({ description: 'Null for subscribers.' }),
  unlimited: z.boolean(),
  debug: z.object({ active_server_view: z.boolean() }),
});
export type BillingStatusBody = z.infer<typeof billingStatus>;

export const billingRoutes = {
  readBillingStatus: defineRoute({
    operationId: 'readBillingStatus',
    method: 'GET',
    path: '/billing/status',
    owner: 'billing',
    exposure: 'public',
    access: 'learner',
    summary: 'The subscription and what is left of the free prompts.',
    answer: billingStatus,
    status: 200,
  }),
};
