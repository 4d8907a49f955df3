import { fixture } from '@kumbuka/card-files/testing';
import { internalHeaders, limits, type ImportBody } from '@kumbuka/contracts';
import { eventually } from '@kumbuka/testing/servers';
import { testInternalKey } from '@kumbuka/testing';
import { readFile } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startImportTest, type ImportTest } from '../testing/import-suite.ts';

let test: ImportTest;
beforeAll(async () => {
  test = await startImportTest();
});
afterAll(() => test.stop());

let learner = 900;
const next = () => ++learner;
const portOf = () => (test.running.app.server.address() as AddressInfo).port;

const headersOf = async (as: number) => ({
  [internalHeaders.key]: testInternalKey,
  authorization: `Bearer ${await test.auth.tokenOf(as)}`,
  'content-type': 'application/octet-stream',
});

async function send(name: string, bytes: Buffer, as: number, headers: Record<string, string> = {}) {
  const response = await fetch(`http://127.0.0.1:${portOf()}/imports?file_name=${name}`, {
    method: 'POST',
    headers: { ...(await headersOf(as)), ...headers },
    body: new Uint8Array(bytes),
  });
  return { status: response.status, body: (await response.json()) as ImportBody & { code?: string } };
}

const untilEnded = (id: string, as: number) =>
  eventually(async () => {
    const { body } = await test.rest('GET', `/imports/${id}`, { as });
    if (!['done', 'failed'].includes(body.state)) throw new Error(`The import is ${body.state}.`);
    return body as ImportBody;
  }, 60_000);

describe('POST /imports', () => {
  it('a package is added without a preview, with its schedules', async () => {
    const as = next();
    const bytes = await readFile(fixture('anki/small.one-deck.apkg'));
    const { status, body } = await send('africa.apkg', bytes, as);
    expect([status, body.size, body.received]).toEqual([202, bytes.length, bytes.length]);
    const done = await untilEnded(body.id, as);
    expect(done).toMatchObject({ state: 'done', added_cards: 4, failure: null });
    const [deckId] = done.deck_ids;
    expect((await test.rest('GET', `/decks/${deckId}`, { as })).body.card_count).toBe(4);
    expect(done.scheduled_cards).toBeGreaterThan(0);
  });

  it('a hostile file fails with its reason, and the next one is imported', async () => {
    const as = next();
    const { body } = await send('x.apkg', await readFile(fixture('hostile/encrypted.apkg')), as);
    expect(await untilEnded(body.id, as)).toMatchObject({ state: 'failed', failure: 'encrypted' });
    const again = await send('words.csv', Buffer.from('simba,lion\n'), as);
    expect(await untilEnded(again.body.id, as)).toMatchObject({ state: 'done', added_cards: 1 });
  });

  it('a request that broke off is repeated, and goes on behind the bytes that arrived', async () => {
    const as = next();
    const line = 'swali la kwanza,jibu la kwanza\n';
    const file = Buffer.from(
      Array.from({ length: 60_000 }, (_, n) => line.replace('kwanza', String(n))).join(''),
    );
    const headers = { ...(await headersOf(as)), host: 'x', 'content-length': String(file.length) };
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const socket = connect(portOf(), '127.0.0.1');
    socket.write(`POST /imports?file_name=words.csv HTTP/1.1\r\n${head.join('')}\r\n`);
    socket.write(file.subarray(0, 1_300_000));
    const stopped = await eventually(async () => {
      const { data } = await test.graphql('{ viewer { imports { id received } } }', {}, { as });
      const [run] = data.viewer.imports;
      if (!run?.received) throw new Error('Nothing arrived yet.');
      return run;
    }, 20_000);
    socket.destroy();
    const { status, body } = await send('words.csv', file, as);
    expect([status, body.id, body.received]).toEqual([202, stopped.id, file.length]);
  });

  it.each([
    ['json', { 'content-type': 'application/json' }, 400],
    ['a form', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
  ])('%s is not imported', async (_what, headers, status) => {
    expect((await send('words.csv', Buffer.from('{}'), next(), headers)).status).toBe(status);
  });

  it('a file above the limit of a request is refused before it is read', async () => {
    const headers = { 'content-length': String(limits.importRequestBytes + 1) };
    const response = await test.running.app.inject({
      method: 'POST',
      url: '/imports?file_name=a.apkg',
      headers: { ...(await headersOf(next())), ...headers },
      payload: Buffer.from('x'),
    });
    expect([response.statusCode, response.json().code]).toEqual([413, 'TOO_LARGE']);
  });

  it('another learner does not see an import', async () => {
    const as = next();
    const { body } = await send('words.csv', Buffer.from('simba,lion\n'), as);
    expect((await test.rest('GET', `/imports/${body.id}`, { as: next() })).status).toBe(404);
  });
});

it('operators see state and kind of failure of a run, and nothing that a learner wrote', async () => {
  const listed = async (query: string) =>
    (await test.rest('GET', `/internal/imports?${query}`)).body.imports as Record<string, unknown>[];
  const [failed] = await listed('failed=true');
  expect(failed).toMatchObject({ state: 'failed' });
  expect(typeof failed?.['failure']).toBe('string');
  const own = await listed(`user=${String(failed?.['userId'])}`);
  expect(own.map(({ id }) => id)).toContain(failed?.['id']);
  expect(Object.keys(failed ?? {}).toSorted()).toEqual([
    'added',
    'bytes',
    'cards',
    'createdAt',
    'failure',
    'finishedAt',
    'format',
    'id',
    'processed',
    'state',
    'userId',
  ]);
});
