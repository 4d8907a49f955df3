import { startKafka } from '@kumbuka/embedded/kafka';

/** Kafka in a process of its own, so that it can be away: `node broker-process.ts <port> <directory>`. */
const [port = '', dataDir = ''] = process.argv.slice(2);
const kafka = await startKafka({ port: Number(port), dataDir });
console.log('ready');
process.once('SIGTERM', () => void kafka.stop());
