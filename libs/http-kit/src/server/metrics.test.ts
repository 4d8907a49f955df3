import { expect, it } from 'vitest';
import { createHeartbeat, createLog } from '@kumbuka/runtime';
import { createCounter, observeGauges } from './metrics.ts';
import { createServer } from './server.ts';

const log = createLog('tests', 'silent');
const key = 'a-key-of-the-scraper';

it('a gauge that fails or is late is NaN without delaying the others', async () => {
  const app = createServer({ log, metricsKey: key, isReady: () => true });
  let reads = 0;
  observeGauges(app, [
    { name: 'known', help: 'Known.', read: async () => ++reads },
    { name: 'failing', help: 'Fails.', read: () => Promise.reject(new Error('away')) },
    { name: 'hanging', help: 'Hangs.', read: () => new Promise(() => undefined) },
  ]);
  const scrape = () => app.inject({ path: '/metrics', headers: { authorization: `Bearer ${key}` } });
  const [first, second] = await Promise.all([scrape(), scrape()]);
  for (const { body } of [first, second])
    expect(body).toMatch(/^known 1$[^]*^failing Nan$[^]*^hanging Nan$/m);
  await app.close();
});

it('a counter starts at 0 for every label value', async () => {
  const app = createServer({ log, metricsKey: key, isReady: () => true });
  const counter = createCounter({
    name: 'rivers_total',
    help: 'Rivers.',
    label: 'into',
    values: ['sea', 'lake'],
  });
  counter.observe(app);
  for (const _ of [1, 2]) counter.count('sea');
  const { body } = await app.inject({ path: '/metrics', headers: { authorization: `Bearer ${key}` } });
  expect(body).toMatch(/^rivers_total\{into="sea"\} 2$[^]*^rivers_total\{into="lake"\} 0$/m);
  await app.close();
});

it('a process is not live while something in it hangs', async () => {
  let now = 0;
  const heartbeat = createHeartbeat(1_000, () => now);
  const app = createServer({ log, isReady: () => true, isAlive: heartbeat.isAlive });
  const status = async () => (await app.inject('/health/live')).statusCode;
  expect(await status()).toBe(200);
  heartbeat.beat();
  now += 1_001;
  expect(await status()).toBe(503);
  heartbeat.beat();
  expect(await status()).toBe(200);
  await app.close();
});
