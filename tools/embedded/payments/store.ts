import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** States in IntaSend's documentation. */
export type InvoiceState = 'PENDING' | 'PROCESSING' | 'COMPLETE' | 'FAILED';

export type Invoice = {
  /** Id of the checkout or the prompt. */
  id: string;
  kind: 'checkout' | 'prompt';
  /** Signature that callers must send to read the status of the checkout. */
  signature: string;
  invoiceId: string;
  apiRef: string;
  /** Requested amount, with two decimals. */
  amount: string;
  currency: string;
  phone: string | null;
  redirectUrl: string | null;
  state: InvoiceState;
  /** Amount paid or due. */
  value: string;
  failedReason: string | null;
  /** Result code of M-Pesa; absent in files of earlier releases. */
  failedCode?: string | null;
  createdAt: string;
  updatedAt: string;
  /** Time at which a slow payment completes by itself. */
  dueAt: string | null;
};

/** Refund or chargeback of an invoice, with the documented fields. */
export type Chargeback = {
  id: number;
  invoiceId: string;
  amount: string;
  reason: string;
  reasonDetails: string;
  status: 'COMPLETE';
  staffCreated: boolean;
  createdAt: string;
};

type NewChargeback = Omit<Chargeback, 'id' | 'createdAt'>;

type NewInvoice = Pick<Invoice, 'kind' | 'apiRef' | 'amount' | 'currency' | 'phone' | 'redirectUrl'>;

export type Outcome = Pick<Invoice, 'state' | 'value' | 'failedReason' | 'failedCode' | 'dueAt'>;

/** Exclusive locking, because the shared index of the write-ahead log would be a file, which a full disk cannot create. */
const SCHEMA = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS invoice (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    invoice_id TEXT NOT NULL UNIQUE,
    body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS chargeback (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    invoice_id TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT`;

/** Creates a store of invoices, in `dataDir` or else in memory. */
export function createInvoiceStore(dataDir?: string) {
  const database = new DatabaseSync(dataDir === undefined ? ':memory:' : fileIn(dataDir));
  database.exec(SCHEMA);
  const insert = database.prepare('INSERT INTO invoice (id, invoice_id, body) VALUES (?, ?, ?)');
  const update = database.prepare('UPDATE invoice SET body = ? WHERE id = ?');
  const byId = database.prepare('SELECT body FROM invoice WHERE id = ?');
  const byInvoice = database.prepare('SELECT body FROM invoice WHERE invoice_id = ?');
  const inState = `WHERE ?1 IS NULL OR body ->> '$.state' = ?1`;
  const counted = database.prepare(`SELECT count(*) AS count FROM invoice ${inState}`);
  const paged = database.prepare(
    `SELECT body FROM invoice ${inState} ORDER BY number DESC LIMIT ?3 OFFSET ?2`,
  );
  const newest = database.prepare('SELECT body FROM invoice ORDER BY number DESC LIMIT ?');
  const insertChargeback = database.prepare('INSERT INTO chargeback (invoice_id, body) VALUES (?, ?)');
  const chargebacks = database.prepare('SELECT id, body FROM chargeback ORDER BY id DESC LIMIT ?2 OFFSET ?1');
  const countedChargebacks = database.prepare('SELECT count(*) AS count FROM chargeback');
  const waiting = database.prepare(`SELECT body FROM invoice WHERE body ->> '$.state' = 'PROCESSING'`);

  return {
    add: (fields: NewInvoice): Invoice => {
      const made = newInvoice(fields);
      insert.run(made.id, made.invoiceId, JSON.stringify(made));
      return made;
    },
    settle: (invoice: Invoice, outcome: Outcome): Invoice => {
      const settled = { ...invoice, ...outcome, updatedAt: new Date().toISOString() };
      update.run(JSON.stringify(settled), invoice.id);
      return settled;
    },
    find: (id: string): Invoice | undefined => read(byId.get(id)),
    findInvoice: (invoiceId: string): Invoice | undefined => read(byInvoice.get(invoiceId)),
    /** Returns invoices in a state, or all, newest first. */
    page: (state: string | null, skipped: number, limit: number) => ({
      invoices: paged.all(state, skipped, limit).flatMap((row) => read(row) ?? []),
      count: Number(counted.get(state)?.['count']),
    }),
    list: (limit: number): Invoice[] => newest.all(limit).flatMap((row) => read(row) ?? []),
    addChargeback: (fields: NewChargeback): void => {
      const made = { ...fields, createdAt: new Date().toISOString() };
      insertChargeback.run(fields.invoiceId, JSON.stringify(made));
    },
    /** Returns chargebacks, newest first. */
    chargebacks: (skipped: number, limit: number) => ({
      found: chargebacks.all(skipped, limit).map(readChargeback),
      count: Number(countedChargebacks.get()?.['count']),
    }),
    processing: (): Invoice[] => waiting.all().flatMap((row) => read(row) ?? []),
    close: (): void => database.close(),
  };
}

export type InvoiceStore = ReturnType<typeof createInvoiceStore>;

function newInvoice(fields: NewInvoice): Invoice {
  const at = new Date().toISOString();
  return {
    ...fields,
    id: randomUUID(),
    signature: randomBytes(24).toString('base64url'),
    invoiceId: randomBytes(5).toString('hex').toUpperCase(),
    state: 'PENDING',
    value: fields.amount,
    failedReason: null,
    failedCode: null,
    createdAt: at,
    updatedAt: at,
    dueAt: null,
  };
}

function fileIn(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return join(dataDir, 'payments.sqlite');
}

const read = (row: Record<string, unknown> | undefined): Invoice | undefined =>
  row && (JSON.parse(String(row['body'])) as Invoice);

const readChargeback = (row: Record<string, unknown>): Chargeback => ({
  ...(JSON.parse(String(row['body'])) as Omit<Chargeback, 'id'>),
  id: Number(row['id']),
});
