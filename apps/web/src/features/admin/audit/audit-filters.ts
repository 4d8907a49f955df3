import type { AdminAuditFilter, AuditResult } from './audit-tab.generated.ts';

export interface AuditFilters {
  result: AuditResult | '';
  /** As typed. */
  action: string;
  operator: string;
  /** Days of this browser's calendar. */
  from: string;
  to: string;
}

export const allCalls: AuditFilters = { result: '', action: '', operator: '', from: '', to: '' };

/** An id, or a word for those who have none. */
const operatorPattern = /^(key|nobody|system|command|process|[1-9]\d{0,15})$/;

/** Instant of a day and time of this browser's calendar; none for a year above 9999, which a date field accepts. */
function instantOf(day: string, time: string): string | undefined {
  const instant = new Date(`${day}T${time}`);
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString();
}

/** Variables of the query; a half-typed filter is left out. */
export function auditFilterOf(
  { result, action, operator, from, to }: AuditFilters,
  showsReads: boolean,
): AdminAuditFilter {
  const who = operator.trim().toLowerCase();
  const what = action.trim();
  const [first, end] = [instantOf(from, '00:00:00'), instantOf(to, '24:00:00')];
  return {
    ...(showsReads ? {} : { hideReads: true }),
    ...(result === '' ? {} : { result }),
    ...(what === '' ? {} : { action: what }),
    ...(operatorPattern.test(who) ? { operator: who } : {}),
    ...(first === undefined ? {} : { from: first }),
    ...(end === undefined ? {} : { to: end }),
  };
}
