import { dayOf, lastDays, type DayCost, type LearnerCost } from '../domain/cost.ts';
import type { ProviderName } from '../domain/generation.ts';
import type { Ports } from './ports.ts';

/** Costs of generation, for operators. */
export interface CostReport {
  provider: ProviderName;
  /** Whether the circuit breaker of the responding process is open. */
  isResting: boolean;
  /** Token budget per day of all free accounts. */
  tokensPerDay: number;
  /** Tokens that free accounts spent or reserved today. */
  tokensToday: number;
  subscriberTokensPerDay: number;
  subscriberTokensToday: number;
  /** Oldest first, today last; days without a call too. */
  days: DayCost[];
  /** Learners with the highest costs in these days, highest first. */
  dearest: LearnerCost[];
}

const maxListed = 10;
const nothing = { calls: 0, tokens: 0, microDollars: 0 };

export const readCosts =
  ({ costs, provider, now }: Pick<Ports, 'costs' | 'provider' | 'now'>) =>
  async (count: number): Promise<CostReport> => {
    const at = now();
    const days = lastDays(count, at);
    const [from = dayOf(at)] = days;
    const today = dayOf(at);
    const [spent, dearest, tokensToday, subscriberTokensToday] = await Promise.all([
      costs.listDays(from),
      costs.listDearest(from, maxListed),
      costs.tokensOn(today, 'free'),
      costs.tokensOn(today, 'subscriber'),
    ]);
    const byDay = new Map(spent.map((cost) => [cost.day, cost]));
    const all = days.map((day) => byDay.get(day) ?? { day, ...nothing });
    return {
      provider: provider.name,
      isResting: provider.isResting(),
      tokensPerDay: costs.budgets.free.perDay,
      tokensToday,
      subscriberTokensPerDay: costs.budgets.subscriber.perDay,
      subscriberTokensToday,
      days: all,
      dearest,
    };
  };
