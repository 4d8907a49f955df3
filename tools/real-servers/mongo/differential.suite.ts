import { startMongo, type MongoServer } from '@kumbuka/embedded/mongo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSearch, describeFound } from './differential/search.ts';
import { openWire, type Fields, type Send } from './differential/wire.ts';

const url = process.env['REAL_MONGO_URL'];
if (url === undefined) throw new Error('REAL_MONGO_URL is missing: start this by `npm run suite -- mongo`');
/** The comparison supports only one server, without TLS and login. */
const host = /^mongodb:\/\/([^@,/]+)\//.exec(url)?.[1];
if (host === undefined)
  console.error('NOT RUN: the comparison of both MongoDBs, because the server has a login or several hosts');

/** Seeds that once found a difference. Their commands change with the generators. */
const OLD_SEEDS = [2, 121, 403, 521, 542];
const SCENARIOS_OF_A_SEED = 100;
/** Duration of the fresh seed. */
const SECONDS = Number(process.env['DIFFERENTIAL_SECONDS'] ?? 20);
const seed = Number(process.env['DIFFERENTIAL_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

describe.skipIf(host === undefined)('the embedded MongoDB and a real one', () => {
  let server: MongoServer;
  let real: Awaited<ReturnType<typeof openWire>>;
  let embedded: typeof real;
  beforeAll(async () => {
    server = await startMongo();
    real = await openWire(host!);
    embedded = await openWire(`127.0.0.1:${server.port}`);
  });
  afterAll(async () => {
    real.close();
    embedded.close();
    await server.stop();
  });
  const searchWith = (change: (send: Send) => Send = (send) => send) =>
    createSearch({ real: real.send, embedded: change(embedded.send) });

  it('the comparison of both MongoDBs finds a small case when one treats $gt as $gte', async () => {
    const mistaken = (send: Send) => (command: Fields) => send(withOperator(command, '$gt', '$gte'));
    const found = await searchWith(mistaken).search({ seed: 1, scenarios: 500 });
    expect(found?.difference.command).toContain('$gt');
    const { documents = [], steps = [] } = found?.scenario ?? {};
    // A document and the command that finds it.
    expect(documents.length + steps.length).toBe(2);
  }, 120_000);

  it.each(OLD_SEEDS)(
    'respond equally to the commands of seed %i',
    async (each) => {
      const found = await searchWith().search({ seed: each, scenarios: SCENARIOS_OF_A_SEED });
      expect(found && describeFound(found)).toBeUndefined();
    },
    120_000,
  );

  it(
    `respond equally to the commands of a fresh seed, ${seed}`,
    async () => {
      const { search, counts } = searchWith();
      const found = await search({ seed, milliseconds: SECONDS * 1000 });
      console.log(
        `differential: seed ${seed}, ${counts.commands} commands compared, ${counts.rejected} rejected by name`,
      );
      expect(found && describeFound(found)).toBeUndefined();
    },
    (SECONDS + 120) * 1000,
  );
});

/** Replaces an operator wherever it is a field name. */
function withOperator(value: Fields, from: string, to: string): Fields {
  const entries = Object.entries(value).map(([name, each]) => [
    name === from ? to : name,
    replaced(each, from, to),
  ]);
  return Object.fromEntries(entries);
}

function replaced(value: unknown, from: string, to: string): unknown {
  if (Array.isArray(value)) return value.map((each) => replaced(each, from, to));
  const isPlain =
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? withOperator(value as Fields, from, to) : value;
}
