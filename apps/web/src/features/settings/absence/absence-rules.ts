import { t } from '@lingui/core/macro';
import { dayOfDate } from '@kumbuka/contracts/study-day';
import type { FormErrors } from '../../../shared/hooks/use-form.ts';

/** First and last day, YYYY-MM-DD; '' while nothing is entered. */
export type AbsenceValues = Record<'from' | 'until', string>;

const longest = 366;
const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);
const daysOf = ({ from, until }: AbsenceValues) => dayOfDate(until) - dayOfDate(from) + 1;

export function absenceErrors(values: AbsenceValues): FormErrors<AbsenceValues> {
  const { from, until } = values;
  if (!isDate(from)) return { from: t`Enter the first day.` };
  if (!isDate(until)) return { until: t`Enter the last day.` };
  if (daysOf(values) < 1) return { until: t`The last day is before the first one.` };
  return daysOf(values) > longest ? { until: t`At most ${longest} days.` } : {};
}

/** The absence that is entered; `null` while it is not complete. */
export const absenceOf = (values: AbsenceValues): AbsenceValues | null =>
  isDate(values.from) && isDate(values.until) && daysOf(values) >= 1 && daysOf(values) <= longest
    ? values
    : null;
