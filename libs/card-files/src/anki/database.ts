import initSqlJs, { type Database, type SqlValue } from 'sql.js';
import { CardFileRejected } from '../collection.ts';

export type Row = readonly SqlValue[];

/** Foreign SQLite database in memory. Queries are ours; values can have any type. */
export interface ForeignDatabase {
  hasTable(name: string): boolean;
  rows(sql: string): Generator<Row>;
  close(): void;
}

/** `sql.js` keeps a database in WebAssembly memory, so a memory error of SQLite stays there. */
const engine = initSqlJs();

const allowedTypes = /^(?:table|index)$/;
const ordinaryTable = /^create table /i;

/** Rejects anything that runs code of the file: views, triggers, virtual tables and computed columns. */
function assertHarmless(schema: readonly Row[]) {
  for (const [type, , sql] of schema) {
    if (typeof type !== 'string' || !allowedTypes.test(type))
      throw new CardFileRejected('unsafe-database', String(type));
    if (type !== 'table' || typeof sql !== 'string') continue;
    if (!ordinaryTable.test(sql)) throw new CardFileRejected('unsafe-database', 'table');
  }
}

const quoted = (name: unknown) => `'${String(name).replaceAll("'", "''")}'`;
/** Whether a table has columns that SQLite computes. */
const hasComputed = (database: Database, name: unknown) =>
  [...readRows(database, `select 1 from pragma_table_xinfo(${quoted(name)}) where hidden > 1`)].length > 0;

const isSqlite = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, 16).toString('latin1') === 'SQLite format 3\0';

function* readRows(database: Database, sql: string): Generator<Row> {
  const statement = database.prepare(sql);
  try {
    while (statement.step()) yield statement.get();
  } finally {
    statement.free();
  }
}

const damagedBy = (error: unknown) =>
  error instanceof CardFileRejected
    ? error
    : new CardFileRejected('damaged', error instanceof Error ? error.message : '');

/** Opens the bytes of a collection. Throws `CardFileRejected` for a damaged one and one that would run code. */
export async function openForeignDatabase(bytes: Uint8Array): Promise<ForeignDatabase> {
  if (!isSqlite(bytes)) throw new CardFileRejected('damaged', 'no SQLite');
  const SQL = await engine;
  const database = new SQL.Database(bytes);
  try {
    database.run('pragma trusted_schema=off');
    const schema = [...readRows(database, 'select type, name, sql from sqlite_master')];
    assertHarmless(schema);
    if (schema.some(([type, name]) => type === 'table' && hasComputed(database, name)))
      throw new CardFileRejected('unsafe-database', 'computed column');
    // Only Anki has the collation `unicase`; without it, its tables cannot be read.
    database.run(
      "pragma writable_schema=on; update sqlite_master set sql = replace(sql, 'COLLATE unicase', 'COLLATE nocase'); pragma writable_schema=reset",
    );
    const [check] = [...readRows(database, 'pragma quick_check(1)')];
    if (check?.[0] !== 'ok') throw new CardFileRejected('damaged', String(check?.[0]));
    const tables = new Set(
      schema.filter(([type]) => type === 'table').map(([, name]) => String(name).toLowerCase()),
    );
    return {
      hasTable: (name) => tables.has(name),
      *rows(sql) {
        try {
          yield* readRows(database, sql);
        } catch (error) {
          throw damagedBy(error);
        }
      },
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw damagedBy(error);
  }
}

/** Values of a row, whatever type the file gave them. */
export const integer = (value: SqlValue | undefined, fallback = 0): number => {
  const number = typeof value === 'number' ? value : typeof value === 'string' ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? Math.trunc(number) : fallback;
};
export const text = (value: SqlValue | undefined): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
export const blob = (value: SqlValue | undefined): Uint8Array =>
  value instanceof Uint8Array ? value : new Uint8Array();
