import { userDeleted } from '@kumbuka/contracts';
import { on, type Listener } from '@kumbuka/event-bus';
import type { UseCases } from '../use-cases/use-cases.ts';

type Effects = Pick<UseCases, 'eraseLearner'>;

export const listeners = ({ eraseLearner }: Effects): Listener[] => [
  // Erasing repeats safely and may be long, so it stays out of the listener's transaction.
  on(userDeleted, ({ data }) => eraseLearner(data.userId, new Date(data.deletedAt))),
];
