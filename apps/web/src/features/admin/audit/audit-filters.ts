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

/** Variables of the query; a half-typed filter is left out. */
export function auditFilterOf(
  { result, action, operator, from, to }: AuditFilters,
  showsReads: boolean,
): AdminAuditFilter {
  const who = operator.trim().toLowerCase();
  const what = action.trim();
  return {
    ...(showsReads ? {} : { hideReads: true }),
    ...(result === '' ? {} : { result }),
    ...(what === '' ? {} : { action: what }),
    ...(operatorPattern.test(who) ? { operator: who } : {}),
    ...(from === '' ? {} : { from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to === '' ? {} : { to: new Date(`${to}T24:00:00`).toISOString() }),
  };
}
