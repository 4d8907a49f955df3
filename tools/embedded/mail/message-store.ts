import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export type Message = {
  id: number;
  /** ISO 8601, UTC. */
  receivedAt: string;
  from: string;
  /** Envelope recipients. */
  to: string[];
  subject: string;
  text: string;
  html: string;
};

export type NewMessage = Omit<Message, 'id'> & { raw: Buffer };

type MessageFilter = { to?: string | undefined; limit?: number | undefined };

/** Exclusive locking, because the shared index of the write-ahead log would be a file, which a full disk cannot create. */
const SCHEMA = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS message (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    received_at TEXT NOT NULL,
    sender TEXT NOT NULL,
    recipients TEXT NOT NULL,
    subject TEXT NOT NULL,
    text TEXT NOT NULL,
    html TEXT NOT NULL,
    raw BLOB NOT NULL
  ) STRICT`;

const COLUMNS = 'id, received_at, sender, recipients, subject, text, html';

/** Creates a store of the newest `keep` messages, in `dataDir` or else in memory. */
export function createMessageStore(keep: number, dataDir?: string) {
  const database = new DatabaseSync(dataDir === undefined ? ':memory:' : fileIn(dataDir));
  database.exec(SCHEMA);
  const insert = database.prepare(
    'INSERT INTO message (received_at, sender, recipients, subject, text, html, raw) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const trim = database.prepare(
    'DELETE FROM message WHERE id <= (SELECT id FROM message ORDER BY id DESC LIMIT 1 OFFSET ?)',
  );
  const select = database.prepare(`SELECT ${COLUMNS} FROM message ORDER BY id DESC LIMIT ?`);
  const selectTo = database.prepare(
    `SELECT ${COLUMNS} FROM message
     WHERE EXISTS (SELECT 1 FROM json_each(recipients) WHERE lower(value) = lower(?)) ORDER BY id DESC LIMIT ?`,
  );
  const selectOne = database.prepare(`SELECT ${COLUMNS} FROM message WHERE id = ?`);
  const selectRaw = database.prepare('SELECT raw FROM message WHERE id = ?');

  return {
    add: (message: NewMessage): void => {
      const { receivedAt, from, to, subject, text, html, raw } = message;
      insert.run(receivedAt, from, JSON.stringify(to), subject, text, html, raw);
      trim.run(keep);
    },
    list: ({ to, limit = keep }: MessageFilter = {}): Message[] => {
      const rows = to === undefined ? select.all(limit) : selectTo.all(to, limit);
      return rows.map(toMessage);
    },
    find: (id: number): Message | undefined => {
      const row = selectOne.get(id);
      return row && toMessage(row);
    },
    raw: (id: number): Buffer | undefined => {
      const raw = selectRaw.get(id)?.['raw'];
      return raw instanceof Uint8Array ? Buffer.from(raw) : undefined;
    },
    clear: (): void => database.exec('DELETE FROM message'),
    close: (): void => database.close(),
  };
}

export type MessageStore = ReturnType<typeof createMessageStore>;

function fileIn(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return join(dataDir, 'mail.sqlite');
}

function toMessage(row: Record<string, unknown>): Message {
  return {
    id: Number(row['id']),
    receivedAt: String(row['received_at']),
    from: String(row['sender']),
    to: recipientsOf(String(row['recipients'])),
    subject: String(row['subject']),
    text: String(row['text']),
    html: String(row['html']),
  };
}

function recipientsOf(json: string): string[] {
  const recipients: unknown = JSON.parse(json);
  return Array.isArray(recipients) ? recipients.map(String) : [];
}
