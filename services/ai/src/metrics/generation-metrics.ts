import { generationFailures } from '@kumbuka/contracts';
import { createTally, type Reading, type Tally } from '@kumbuka/http-kit';
import { dayOf } from '../domain/cost.ts';
import type { DomainEvent } from '../domain/events.ts';
import type { CardProvider, Costs } from '../use-cases/ports.ts';

const outcomes = ['ready', ...generationFailures] as const;
type Outcome = (typeof outcomes)[number];

export const createGenerationTally = (): Tally<Outcome> =>
  createTally({
    name: 'ai_generations_total',
    help: 'Generations that ended, with cards or by a failure.',
    label: 'outcome',
    values: outcomes,
  });

/** How a generation ended; null for an event about something else. */
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

export interface GenerationReadingsOptions {
  provider: Pick<CardProvider, 'isResting'>;
  costs: Pick<Costs, 'tokensOn'>;
  tokensPerDay: number;
  now(): Date;
}

export const generationReadings = (options: GenerationReadingsOptions): Reading[] => [
  {
    name: 'ai_model_resting',
    help: '1 while the model is left alone because it failed too often, else 0.',
    read: async () => Number(options.provider.isResting()),
  },
  {
    name: 'ai_tokens_today',
    help: "Tokens that were taken from today's budget, in UTC.",
    read: () => options.costs.tokensOn(dayOf(options.now())),
  },
  {
    name: 'ai_tokens_a_day',
    help: 'Tokens that all learners together may spend a day.',
    read: async () => options.tokensPerDay,
  },
];
