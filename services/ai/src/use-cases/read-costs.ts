import { dayOf, lastDays, type DayCost, type LearnerCost } from '../domain/cost.ts';
import type { ProviderName } from '../domain/generation.ts';
import type { Ports } from './ports.ts';

/** What generation costs, for operators. */
export interface CostReport {
  provider: ProviderName;
  /** The model failed too often and is left alone by the process that answers. */
  isResting: boolean;
  /** Tokens that all learners together may spend a day. */
  tokensPerDay: number;
  /** Of those today's, taken by calls that run and spent by those that are over. */
  tokensToday: number;
  /** Oldest first, today last; days without a call too. */
  days: DayCost[];
  /** Who spent the most in these days, the dearest first. */
  dearest: LearnerCost[];
}

const mostDearest = 10;
const nothing = { calls: 0, tokens: 0, microDollars: 0 };

export const readCosts =
  ({ costs, provider, tokensPerDay, now }: Ports) =>
  async (count: number): Promise<CostReport> => {
    const at = now();
    const days = lastDays(count, at);
    const [from = dayOf(at)] = days;
    const [known, dearest] = await Promise.all([costs.listDays(from), costs.listDearest(from, mostDearest)]);
    const byDay = new Map(known.map((cost) => [cost.day, cost]));
    const all = days.map((day) => byDay.get(day) ?? { day, ...nothing });
    const tokensToday = byDay.get(dayOf(at))?.tokens ?? 0;
    const isResting = provider.isResting();
    return { provider: provider.name, isResting, tokensPerDay, tokensToday, days: all, dearest };
  };
