import { startKafka } from './index.ts';

/** `node main.ts <data directory> [port]`: runs the broker in a separate process. */
const [dataDir, port = '0'] = process.argv.slice(2);
const sweepMs = Number(process.env['KAFKA_SWEEP_MS'] ?? 300_000);

const broker = await startKafka({
  port: Number(port),
  sweepMs,
  ...(dataDir === undefined ? {} : { dataDir }),
});
console.log(`Kafka on ${broker.brokers[0]}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void broker.stop());
