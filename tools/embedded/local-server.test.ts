import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { serveLocally } from './local-server.ts';

async function statusOf(respond: () => never): Promise<number> {
  const server = await serveLocally(respond, 0);
  onTestFinished(server.close);
  const { status } = await fetch(`http://127.0.0.1:${server.port}/`);
  return status;
}

/** Fills a database until SQLite throws the error of a full disk. */
function fill(): never {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE rows (body BLOB); PRAGMA max_page_count = 4');
  for (;;) database.exec('INSERT INTO rows VALUES (zeroblob(4096))');
}

it('a local server responds with 503, not 4xx, when the disk is full', async () =>
  expect(await statusOf(fill)).toBe(503));

it('a local server reports a request that it cannot parse', async () =>
  expect(await statusOf(() => JSON.parse('{') as never)).toBe(400));
