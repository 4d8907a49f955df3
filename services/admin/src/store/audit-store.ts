import { insertRow } from '@kumbuka/service-kit';
import mongoose, {
  Schema,
  type ClientSession,
  type Connection,
  type Model,
  type QueryFilter,
} from 'mongoose';
import {
  actorWords,
  readActions,
  userTarget,
  type AuditEntry,
  type AuditFilter,
} from '../domain/audit/audit.ts';
import type { AuditStore } from '../use-cases/ports.ts';
import { date, maybeText, text } from './field-types.ts';

interface AuditRow extends Omit<AuditEntry, 'id' | 'by'> {
  _id: string;
  /** An id as text, or the word for who has none. */
  by: string;
}

const schema = new Schema<AuditRow>(
  {
    _id: text,
    at: date,
    by: text,
    action: text,
    target: maybeText,
    count: { type: Number, default: null },
    result: { type: String, required: true, enum: ['started', 'ok', 'forbidden', 'failed'] },
    code: maybeText,
    ip: text,
    requestId: text,
  },
  { collection: 'audit', versionKey: false, strict: 'throw' },
);
/** Ids rise with time: they are the order in which entries are read. */
schema.index({ action: 1, _id: -1 });
schema.index({ by: 1, _id: -1 });
schema.index({ target: 1, _id: -1 });
schema.index({ result: 1, _id: -1 });
schema.index({ at: 1 });

const modelOf = (connection: Connection): Model<AuditRow> =>
  connection.models['Audit'] ?? connection.model<AuditRow>('Audit', schema);

const toRow = ({ id, by, ...entry }: AuditEntry): AuditRow => ({ _id: id, by: String(by), ...entry });
const toEntry = ({ _id, by, ...row }: AuditRow): AuditEntry => ({
  id: _id,
  by: actorWords.find((word) => word === by) ?? Number(by),
  ...row,
});

/** By values that have an index, so that a million reads are passed over. */
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

/** The log of calls: there is no way to change or to remove an entry. */
export function createAuditStore(connection: Connection, session: ClientSession | null = null): AuditStore {
  const audit = modelOf(connection);
  return {
    async append(entry) {
      await insertRow(audit, toRow(entry), session ? { session } : {});
    },
    async list(filter, { page, perPage }) {
      const query = filterOf(filter);
      const [rows, total] = await Promise.all([
        audit
          .find(query)
          .sort({ _id: -1 })
          .skip(Math.min((page - 1) * perPage, 2 ** 31 - 1))
          .limit(perPage)
          .lean<AuditRow[]>(),
        // The number of all entries is kept by the server; counting them reads them all.
        Object.keys(query).length === 0 ? audit.estimatedDocumentCount() : audit.countDocuments(query),
      ]);
      return { items: rows.map(toEntry), page, perPage, total };
    },
  };
}
