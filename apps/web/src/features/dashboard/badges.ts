import { t } from '@lingui/core/macro';
import type { BadgeKind } from './level-panel.generated.ts';

export interface BadgeView {
  title: string;
  state: string;
  earned: boolean;
}

interface Badge {
  kind: BadgeKind;
  earnedAt: string | null;
  progress: number;
  target: number;
}

const titles = (): Record<BadgeKind, string> => ({
  FIRST_SESSION: t`First session`,
  SEVEN_DAYS: t`Seven days`,
  HUNDRED_MASTERED: t`Hundred mastered`,
});

/** Badges as they are shown; Focus is announced and cannot be earned yet. */
export function badgeViews(badges: readonly Badge[]): BadgeView[] {
  const real = badges.map(({ kind, earnedAt, progress, target }) => ({
    title: titles()[kind],
    state: earnedAt ? t`Earned` : t`${Math.min(progress, target)} of ${target}`,
    earned: earnedAt !== null,
  }));
  return [...real, { title: t`Focus`, state: t`Coming soon`, earned: false }];
}
