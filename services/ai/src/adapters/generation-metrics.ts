import { generationFailures } from '@kumbuka/contracts';
import { createCounter, type Gauge, type Counter } from '@kumbuka/http-kit';
import { dayOf } from '../domain/cost.ts';
import type { DomainEvent } from '../domain/events.ts';
import type { CardProvider, Costs } from '../use-cases/ports.ts';

const outcomes = ['ready', ...generationFailures] as const;
type Outcome = (typeof outcomes)[number];

export const createGenerationCounter = (): Counter<Outcome> =>
  createCounter({
    name: 'ai_generations_total',
    help: 'Generations that ended, with cards or by a failure.',
    label: 'outcome',
    values: outcomes,
  });

/** Outcome of a generation; `null` for other events. */
export function outcomeOf(event: DomainEvent): Outcome | null {
  switch (event.type) {
    case 'generation-completed':
      return 'ready';
    case 'generation-failed':
      return event.failure;
    default:
      return null;
  }
}

export interface GenerationGaugesOptions {
  provider: Pick<CardProvider, 'isResting'>;
  costs: Pick<Costs, 'tokensOn' | 'budgets'>;
  now(): Date;
}

export const generationGauges = (options: GenerationGaugesOptions): Gauge[] => [
  {
    name: 'ai_model_resting',
    help: '1 while the circuit breaker of the model is open, else 0.',
    read: async () => Number(options.provider.isResting()),
  },
  {
    name: 'ai_tokens_today',
    help: 'Tokens that free accounts spent or reserved today, in UTC.',
    read: () => options.costs.tokensOn(dayOf(options.now()), 'free'),
  },
  {
    name: 'ai_tokens_a_day',
    help: 'Tokens that all free accounts together may spend per day.',
    read: async () => options.costs.budgets.free.perDay,
  },
  {
    name: 'ai_subscriber_tokens_today',
    help: 'Tokens that subscribers spent or reserved today, in UTC.',
    read: () => options.costs.tokensOn(dayOf(options.now()), 'subscriber'),
  },
  {
    name: 'ai_subscriber_tokens_a_day',
    help: 'Tokens that all subscribers together may spend per day.',
    read: async () => options.costs.budgets.subscriber.perDay,
  },
];
