import { startKafka } from '@kumbuka/embedded/kafka';

/** Runs Kafka in a separate process, so that it can be stopped: `node broker-process.ts <port> <directory>`. */
const [port = '', dataDir = ''] = process.argv.slice(2);
const kafka = await startKafka({ port: Number(port), dataDir });
console.log('ready');
process.once('SIGTERM', () => void kafka.stop());
