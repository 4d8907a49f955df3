import { t } from '@lingui/core/macro';
import { dayOfDate } from '@kumbuka/contracts/study-day';
import type { FormErrors } from '../../../shared/hooks/use-form.ts';

/** First and last day, YYYY-MM-DD; '' while nothing is entered. */
export type AbsenceValues = Record<'from' | 'until', string>;

const longest = 366;
const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);
const daysOf = ({ from, until }: AbsenceValues) => dayOfDate(until) - dayOfDate(from) + 1;

/** `today` is `null` while the learner's study day is unknown; the server checks it, too. */
export const absenceErrors =
  (today: string | null) =>
  (values: AbsenceValues): FormErrors<AbsenceValues> => {
    const { from, until } = values;
    if (!isDate(from)) return { from: t`Enter the first day.` };
    if (!isDate(until)) return { until: t`Enter the last day.` };
    if (daysOf(values) < 1) return { until: t`The last day is before the first one.` };
    if (today !== null && until < today) return { until: t`These days are over.` };
    return daysOf(values) > longest ? { until: t`At most ${longest} days.` } : {};
  };

/** The absence that is entered; `null` while it is not complete. */
export const absenceOf = (values: AbsenceValues): AbsenceValues | null =>
  isDate(values.from) && isDate(values.until) && daysOf(values) >= 1 && daysOf(values) <= longest
    ? values
    : null;
