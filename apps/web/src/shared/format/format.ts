import { plural, t } from '@lingui/core/macro';
import { intlLocale } from '../i18n/i18n.ts';

const dayMs = 86_400_000;

/** 'Good morning' before 12, 'Good afternoon' before 17, else 'Good evening'. */
export function greeting(hour: number): string {
  if (hour < 12) return t`Good morning`;
  return hour < 17 ? t`Good afternoon` : t`Good evening`;
}

/** The username, else the local part of the address, else 'Learner'. */
export function displayName(user: { username?: string | null; email?: string | null }): string {
  return user.username?.trim() || user.email?.split('@')[0]?.trim() || t`Learner`;
}

/** Whole calendar days from one instant to a later one, in the browser's zone. */
export function daysBetween(from: Date, to: Date): number {
  const dayOf = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round((dayOf(to) - dayOf(from)) / dayMs);
}

/** A formatter of dates for the shown language, made once for each language. */
export function dateFormat(options: Intl.DateTimeFormatOptions): (date: Date | number) => string {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (date) => {
    const locale = intlLocale();
    const format = formats.get(locale) ?? new Intl.DateTimeFormat(locale, options);
    formats.set(locale, format);
    return format.format(date);
  };
}

/** Short names of the days, Sunday first. Browsers have none in Kiswahili: they write the long ones. */
export const weekdayNames = (): string[] => [t`Sun`, t`Mon`, t`Tue`, t`Wed`, t`Thu`, t`Fri`, t`Sat`];

/** '1,234' in the shown language. */
export const numberLabel = (value: number, options?: Intl.NumberFormatOptions): string =>
  value.toLocaleString(intlLocale(), options);

/** 'one, two and three'. */
export const listLabel = (parts: readonly string[]): string =>
  new Intl.ListFormat(intlLocale()).format(parts);

const dayAndMonth = { day: 'numeric', month: 'long' } as const;
const time = { hour: '2-digit', minute: '2-digit' } as const;

const formatDateTime = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', ...time });

/** '3 Mar 2026, 14:05', in the browser's zone. */
export const dateTimeLabel = (instant: string): string => formatDateTime(new Date(instant));

/** 'in 16 days', 'tomorrow', 'today'; days are whole study days. */
export const inDays = (days: number): string =>
  new Intl.RelativeTimeFormat(intlLocale(), { numeric: 'auto' }).format(Math.max(0, days), 'day');

/** 'about 9 minutes'; at least one. */
export const aboutMinutes = (minutes: number): string =>
  t`about ${plural(Math.max(1, Math.round(minutes)), { one: '# minute', other: '# minutes' })}`;

const formatDate = dateFormat(dayAndMonth);
const formatWholeDate = dateFormat({ ...dayAndMonth, year: 'numeric' });

/** '22 December', with the year where it is another one than this. */
export function dateLabel(instant: string, now = new Date()): string {
  const date = new Date(instant);
  return (date.getFullYear() === now.getFullYear() ? formatDate : formatWholeDate)(date);
}

const formatTime = dateFormat(time);

/** '09:10', in the browser's zone. */
export const timeLabel = (instant: string): string => formatTime(new Date(instant));

/** '25 December at 09:10', with the year where it is another one than this. */
export const deadlineLabel = (instant: string, now = new Date()): string =>
  t`${dateLabel(instant, now)} at ${timeLabel(instant)}`;

const formatMoment = dateFormat({ ...dayAndMonth, year: 'numeric', ...time });

/** '22 November 2026 at 08:05'. */
export const momentLabel = (instant: string): string => formatMoment(new Date(instant));
