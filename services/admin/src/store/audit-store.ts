import { pageWithTotal, skipOf } from '@kumbuka/contracts';
import { defineCollection, field, insertRow, type RowOf } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection, type QueryFilter } from 'mongoose';
import {
  actorWords,
  auditResults,
  readActions,
  userTarget,
  type AuditEntry,
  type AuditFilter,
} from '../domain/audit/audit.ts';
import type { AuditStore } from '../use-cases/ports.ts';

const collection = defineCollection({
  model: 'Audit',
  name: 'audit',
  fields: {
    _id: field.text,
    at: field.date,
    /** Actor: an id as text, or a word. */
    by: field.text,
    action: field.text,
    target: field.textOrNull,
    count: field.numberOrNull,
    result: field.oneOf(auditResults),
    code: field.textOrNull,
    ip: field.text,
    requestId: field.text,
  },
});
const { schema } = collection;
type AuditRow = RowOf<typeof collection>;
/** Entries are read in the order of their ids, which ascend with time. */
schema.index({ action: 1, _id: -1 });
schema.index({ by: 1, _id: -1 });
schema.index({ target: 1, _id: -1 });
schema.index({ result: 1, _id: -1 });
schema.index({ at: 1 });

const toRow = ({ id, by, ...entry }: AuditEntry): AuditRow => ({ _id: id, by: String(by), ...entry });
const toEntry = ({ _id, by, ...row }: AuditRow): AuditEntry => ({
  id: _id,
  by: actorWords.find((word) => word === by) ?? Number(by),
  ...row,
});

/** Filter on indexed values, so that a million reads are skipped. */
const notARead: QueryFilter<AuditRow> = {
  $or: [
    { action: mongoose.trusted({ $nin: [...readActions] }) },
    { result: mongoose.trusted({ $in: ['started', 'forbidden', 'failed'] }) },
  ],
};
const ofUser = (id: number): QueryFilter<AuditRow> => ({
  $or: [{ by: String(id) }, { target: userTarget(id) }],
});

function filterOf({ action, by, userId, hideReads, result, from, to }: AuditFilter): QueryFilter<AuditRow> {
  const filter: QueryFilter<AuditRow> = {};
  if (action !== undefined) filter.action = action;
  if (by !== undefined) filter.by = String(by);
  if (result !== undefined) filter.result = result;
  if (from || to)
    filter.at = mongoose.trusted({ ...(from ? { $gte: from } : {}), ...(to ? { $lt: to } : {}) });
  const all = [...(hideReads ? [notARead] : []), ...(userId === undefined ? [] : [ofUser(userId)])];
  if (all.length > 0) filter.$and = all;
  return filter;
}

/** Audit log without operations to change or delete an entry. */
export function createAuditStore(connection: Connection, session: ClientSession | null = null): AuditStore {
  const audit = collection.on(connection);
  return {
    async append(entry) {
      await insertRow(audit, toRow(entry), session ? { session } : {});
    },
    async list(filter, page) {
      const query = filterOf(filter);
      const rows = await audit
        .find(query)
        .sort({ _id: -1 })
        .skip(skipOf(page))
        .limit(page.perPage)
        .lean<AuditRow[]>();
      return pageWithTotal(page, rows.map(toEntry), () =>
        // The server knows the number of all entries, whereas counting would read all of them.
        Object.keys(query).length === 0
          ? audit.estimatedDocumentCount().exec()
          : audit.countDocuments(query).exec(),
      );
    },
  };
}
