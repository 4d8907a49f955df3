import { plural } from '@lingui/core/macro';
import type { erasedThings } from '@kumbuka/contracts/constants';

const words: Record<keyof typeof erasedThings, (count: number) => string> = {
  decks: (count) => plural(count, { one: '# deck', other: '# decks' }),
  flashcards: (count) => plural(count, { one: '# card', other: '# cards' }),
  progress: (count) => plural(count, { one: '# card schedule', other: '# card schedules' }),
  reviews: (count) => plural(count, { one: '# answer', other: '# answers' }),
  generations: (count) => plural(count, { one: '# AI generation', other: '# AI generations' }),
  subscriptions: (count) => plural(count, { one: '# subscription', other: '# subscriptions' }),
  sessions: (count) => plural(count, { one: '# sign-in', other: '# sign-ins' }),
  accounts: (count) => plural(count, { one: '# account', other: '# accounts' }),
};

/** '3 cards' for each kind of row of an erasure that has words; kinds without rows are left out. */
export const erasedLabels = (counts: readonly { kind: string; count: number }[]): string[] =>
  Object.entries(words).flatMap(([kind, label]) => {
    const count = counts.reduce((sum, each) => sum + (each.kind === kind ? each.count : 0), 0);
    return count === 0 ? [] : [label(count)];
  });
