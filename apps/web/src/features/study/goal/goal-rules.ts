import { t } from '@lingui/core/macro';
import { limits } from '@kumbuka/contracts/constants';

export const sliderMin = 5;
export const sliderMax = 200;
export const sliderStep = 5;
export const maxGoal = limits.maxWeeklyGoal;

/** The goal that a text means, or null: a custom number is accepted only if it is a positive whole one. */
export function readGoal(text: string): number | null {
  const trimmed = text.trim();
  if (!/^\d+$/.test(trimmed)) return null;
  const goal = Number(trimmed);
  return goal >= 1 && goal <= maxGoal ? goal : null;
}

/** Value of the slider for a goal: a custom 230 leaves it at 200. */
export function sliderFor(goal: number | null): number {
  return Math.min(sliderMax, Math.max(sliderMin, goal ?? sliderMin));
}

export function perDay(goal: number): string {
  return t`cards a week, about ${Math.max(1, Math.ceil(goal / 7))} a day`;
}
