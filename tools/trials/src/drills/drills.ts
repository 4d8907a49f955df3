/**
 * Injects five network faults between the product and each of its stores, one after another, while learners study.
 * Checks that every request gets its result or a 503 in time, that the product recovers by itself, and that no write is
 * lost or duplicated. Arguments select stores.
 */

import { startKafka } from '@kumbuka/embedded/kafka';
import { freePort } from '@kumbuka/embedded/loopback';
import { startMongo } from '@kumbuka/embedded/mongo';
import { redisOrNotRun, startRealRedis } from '@kumbuka/real-servers/redis';
import { check, endTrial, pause, problems } from '../product/checks.ts';
import { startTcpProxy, type Fault, type TcpProxy } from './tcp-proxy.ts';
import { maxRecoveryMs, isDone, isAllowed, checkCalls, takeCalls, untilRecovered } from './under-fault.ts';
import { reportErrors, startProduct, withoutLimits } from '../product/product.ts';
import { checkStudents, newStudent, study, timed, type Student } from '../product/student.ts';

const wanted = process.argv.slice(2);
const learners = 4;
const betweenMs = 60;
const faultSeconds = Number(process.env['FAULT_SECONDS'] ?? 6);
const harmlessSeconds = faultSeconds / 2;
const faults: Record<string, Fault> = {
  '50 ms later': { kind: 'latency', ms: 50 },
  'a black hole': { kind: 'black-hole' },
  'connections reset': { kind: 'resets', withinMs: 400 },
  'pieces of 50 bytes': { kind: 'slices', bytes: 50 },
  '200 kB a second': { kind: 'bandwidth', bytesPerSecond: 200_000 },
};
/** Faults during which every request must succeed. During the others, requests may get a 503. */
const harmless = new Set(['50 ms later', 'pieces of 50 bytes', '200 kB a second']);

/** Reads pages in parallel to the studies. */
async function look(student: Student, isOver: () => boolean) {
  for (; !isOver(); await pause(betweenMs))
    student.calls.push((await timed(() => student.learner.call('GET', '/decks'))).call);
}

async function drill(store: string, proxy: TcpProxy, students: readonly Student[]) {
  for (const [name, fault] of Object.entries(faults)) {
    const title = `${store}, ${name}`;
    takeCalls(students);
    proxy.set(fault);
    await pause((harmless.has(name) ? harmlessSeconds : faultSeconds) * 1_000);
    proxy.set({ kind: 'none' });
    if (harmless.has(name)) {
      checkCalls(title, takeCalls(students), isDone);
      continue;
    }
    const { recoveredMs, calls } = await untilRecovered(students);
    checkCalls(title, calls, store === 'Kafka' ? isDone : isAllowed);
    check(recoveredMs < maxRecoveryMs, `${title}: recovered ${recoveredMs} ms after the fault`);
  }
}

redisOrNotRun('faults of the network');
const [mongo, redis] = await Promise.all([startMongo({}), startRealRedis('drills')]);
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
  const students = await Promise.all(Array.from({ length: learners }, () => newStudent(product, 'drill')));
  let isOver = false;
  const busy = [study, look].flatMap((act) =>
    students.map((student) => act(student, () => isOver, betweenMs)),
  );
  const studying = Promise.all(busy);
  studying.catch(() => undefined);
  for (const [store, proxy] of Object.entries({ MongoDB: mongoProxy, Redis: redisProxy, Kafka: kafkaProxy }))
    if (wanted.length === 0 || wanted.includes(store)) await drill(store, proxy, students);
  isOver = true;
  await studying;
  await checkStudents({ ports: () => ({ kafka: kafkaProxy.port }) }, students);
} finally {
  if (problems.length > 0) reportErrors(product);
  check((await product.stop()) === 0, 'the product stopped with exit code 0');
  await Promise.all([mongoProxy, redisProxy, kafkaProxy].map((proxy) => proxy.stop()));
  await Promise.all([mongo, redis, kafka].map((store) => store.stop()));
}
endTrial();
