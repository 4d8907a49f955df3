import { billingRoutes } from '@kumbuka/contracts';
import { handle, type HandledRoute } from '@kumbuka/service-kit';
import type { UseCases } from '../use-cases/use-cases.ts';
import { statusView } from './views.ts';

export const routes = (useCases: UseCases): HandledRoute[] => [
  handle(
    billingRoutes.readBillingStatus,
    ({ principal }) => useCases.readSubscription(principal),
    statusView,
  ),
];
