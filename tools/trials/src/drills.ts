import { startKafka } from '@kumbuka/embedded/kafka';
import { startMongo } from '@kumbuka/embedded/mongo';
import { startRedis } from '@kumbuka/embedded/redis';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, pause, problems } from './checks.ts';
import { startLoad, type Load, type Seen } from './drills/drill-load.ts';
import { startTcpProxy, type Fault, type TcpProxy } from './drills/tcp-proxy.ts';
import { giveDeck, newLearner } from './learner.ts';
import { freePort, startProduct, withoutLimits, type Product } from './product.ts';
import { disorder, publishedReviews } from './reviews.ts';

/**
 * The network between the product and each of its stores misbehaves in five ways, one after another, while learners
 * study. Every call is answered, with its result or with 503, in time; the product heals by itself; nothing is lost
 * and nothing is there twice. Names of stores limit it to them.
 */
const wanted = process.argv.slice(2);
const faultSeconds = Number(process.env['FAULT_SECONDS'] ?? 6);
/** What is promised, and how much of it a busy machine may take. */
const promisedMs = 2_000;
const allowedMs = 3 * promisedMs;
const healsWithinMs = 15_000;
const quietMs = 1_500;

const faults: Record<string, Fault> = {
  '50 ms later': { kind: 'latency', ms: 50 },
  'a black hole': { kind: 'black-hole' },
  'connections reset': { kind: 'resets', withinMs: 400 },
  'pieces of 50 bytes': { kind: 'slices', bytes: 50 },
  '200 kB a second': { kind: 'bandwidth', bytesPerSecond: 200_000 },
};
/** While these are, every call succeeds; the others may end with 503. */
const harmless = new Set(['50 ms later', 'pieces of 50 bytes', '200 kB a second']);

const percentile = (times: readonly number[], share: number) =>
  Math.round(times.toSorted((a, b) => a - b)[Math.floor(share * (times.length - 1))] ?? 0);

function tell(name: string, { times, statuses }: Seen) {
  const counts = [...statuses].map(([status, count]) => `${count} x ${status || 'no answer'}`).join(', ');
  console.log(
    `       ${name}: ${counts}; p50 ${percentile(times, 0.5)} ms, p99 ${percentile(times, 0.99)} ms, slowest ${percentile(times, 1)} ms`,
  );
}

function judge(name: string, { times, statuses }: Seen, isHarmless: boolean) {
  const isFine = (status: number) => status < 300 || status === 409 || (!isHarmless && status === 503);
  // 409: an earlier try with the same key is still under way.
  const wrong = [...statuses.keys()].filter((status) => !isFine(status));
  check(
    wrong.length === 0,
    `${name}: nothing but ${isHarmless ? 'results' : 'results and 503'}${wrong.length > 0 ? `, but ${wrong.join(', ')}` : ''}`,
  );
  const slowest = percentile(times, 1);
  check(slowest < allowedMs, `${name}: the slowest call took ${slowest} ms (promised ${promisedMs})`);
}

/** What the processes printed, and what they logged as errors. */
function tellErrors({ output, dataDir }: Product) {
  console.log(output());
  const lines = readFileSync(join(dataDir, 'logs', 'application.log'), 'utf8').split('\n');
  const errors = lines.filter((line) => line.includes('"level":50') || line.startsWith('Error'));
  console.log(errors.slice(0, 20).join('\n'));
}

async function untilHealed(load: Load): Promise<number> {
  const began = performance.now();
  while (load.quietForMs() < quietMs && performance.now() - began < healsWithinMs + quietMs) await pause(50);
  return Math.max(0, Math.round(performance.now() - began - quietMs));
}

async function drill(store: string, proxy: TcpProxy, load: Load) {
  for (const [name, fault] of Object.entries(faults)) {
    const title = `${store}, ${name}`;
    load.take();
    proxy.set(fault);
    await pause(faultSeconds * 1_000);
    proxy.set({ kind: 'none' });
    const healedMs = await untilHealed(load);
    const seen = load.take();
    tell(title, seen);
    judge(title, seen, harmless.has(name) || store === 'Kafka');
    check(healedMs < healsWithinMs, `${title}: healed ${healedMs} ms after it was over`);
  }
}

const [mongo, redis] = await Promise.all([startMongo(), startRedis({ password: 'drills' })]);
const kafkaPort = await freePort();
const mongoProxy = await startTcpProxy(mongo.port);
const redisProxy = await startTcpProxy(redis.port);
const kafkaProxy = await startTcpProxy(kafkaPort);
const kafka = await startKafka({ port: kafkaPort, advertisedPort: kafkaProxy.port });

const product = await startProduct({
  env: {
    MONGO_URL: `mongodb://127.0.0.1:${mongoProxy.port}/?directConnection=true`,
    REDIS_URL: `redis://:drills@127.0.0.1:${redisProxy.port}`,
    KAFKA_BROKERS: `127.0.0.1:${kafkaProxy.port}`,
    ...withoutLimits,
  },
});
try {
  const learners = [];
  for (let n = 0; n < 4; n++) {
    const learner = await newLearner(product.rest, 'drill');
    learners.push({ learner, deck: await giveDeck(learner, 5) });
  }
  const load = startLoad(learners);
  for (const [store, proxy] of Object.entries({ MongoDB: mongoProxy, Redis: redisProxy, Kafka: kafkaProxy }))
    if (wanted.length === 0 || wanted.includes(store)) await drill(store, proxy, load);
  await load.stop();

  for (const { learner } of learners) {
    const { body } = await learner.call<{ pagination: { total_items: number } }>('GET', '/decks');
    const made = load.decks().get(learner.id);
    check(
      body.pagination.total_items === made,
      `a learner has the ${made} decks that were acknowledged: ${body.pagination.total_items}`,
    );
  }
  const events = await publishedReviews([`127.0.0.1:${kafkaProxy.port}`], load.answers());
  const distinct = new Set(events.map(({ id }) => id)).size;
  check(
    distinct === load.answers(),
    `${load.answers()} answers were acknowledged, ${distinct} were published`,
  );
  check(disorder(events) === 0, 'reviews of a card were published in order');
} finally {
  if (problems.length > 0) tellErrors(product);
  check((await product.stop()) === 0, 'the product stopped with exit code 0');
  await Promise.all([mongoProxy, redisProxy, kafkaProxy].map((proxy) => proxy.stop()));
  await Promise.all([mongo, redis, kafka].map((store) => store.stop()));
}
process.exit(problems.length === 0 ? 0 : 1);
