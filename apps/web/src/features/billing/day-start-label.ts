import { t } from '@lingui/core/macro';
import { intlLocale } from '../../shared/i18n/i18n.ts';

/** Returns the formatter of a zone; of the browser's own zone when the browser does not know that one. */
function formatIn(options: Intl.DateTimeFormatOptions, timeZone: string | undefined) {
  try {
    return new Intl.DateTimeFormat(intlLocale(), { ...options, ...(timeZone ? { timeZone } : {}) });
  } catch {
    return new Intl.DateTimeFormat(intlLocale(), options);
  }
}

/**
 * '1 December' for an instant that is midnight in the learner's zone, else with the hour, such as '30 November at 22:00':
 * the day alone would name the wrong one.
 */
export function dayStartLabel(instant: string, zone: string | undefined): string {
  const date = new Date(instant);
  const day = formatIn({ day: 'numeric', month: 'long' }, zone).format(date);
  const time = formatIn({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, zone).format(date);
  return time === '00:00' ? day : t`${day} at ${time}`;
}
