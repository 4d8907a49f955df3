import type { Page, PageRequest } from '@kumbuka/contracts';
import type { AuditEntry, AuditFilter } from '../../domain/audit/audit.ts';

export interface AuditStore {
  append(entry: AuditEntry): Promise<void>;
  /** Latest first. */
  list(filter: AuditFilter, page: PageRequest): Promise<Page<AuditEntry>>;
}
