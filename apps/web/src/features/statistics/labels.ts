import { plural, t } from '@lingui/core/macro';
import { dateFormat, numberLabel } from '../../shared/format/format.ts';
import { intlLocale } from '../../shared/i18n/i18n.ts';

const formatDay = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' });

/** '3 Mar'; dates are study days, 'YYYY-MM-DD'. */
export const dayLabel = (date: string): string => formatDay(new Date(date));

/** '3 Mar 2026', or '3 Mar – 5 Apr 2026'. */
export const spanLabel = (from: string, to: string): string =>
  new Intl.DateTimeFormat(intlLocale(), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).formatRange(new Date(from), new Date(to));

/** '09:00'. */
export const hourLabel = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

export const daysLabel = (days: number): string => plural(days, { one: '# day', other: '# days' });
export const cardsLabel = (cards: number): string => plural(cards, { one: '# card', other: '# cards' });
export const reviewsLabel = (reviews: number): string =>
  plural(reviews, { one: '# review', other: '# reviews' });

/** '1 day', '2–3 days', '91 days or more'. */
export function intervalLabel(from: number, to: number | null): string {
  if (to === null) return t`${from} days or more`;
  return from === to ? daysLabel(from) : t`${from}–${to} days`;
}

/** Minutes as a learner reads them: whole from ten on, one decimal below. */
export const minutesLabel = (minutes: number): string =>
  numberLabel(minutes, { maximumFractionDigits: minutes >= 10 ? 0 : 1 });
