import { listenOnLoopback } from '@kumbuka/embedded/loopback';
import { createServer } from 'node:http';
import { runSuites } from '../run-suites.ts';
import { ToolMissing } from '../tool-missing.ts';
import { kafkaJars } from './java.ts';
import { type RealBroker, startRealBroker } from './real-broker.ts';

const NOT_RUN = 2;

/**
 * `npm run suite -- kafka [vitest options]`: the Kafka suite against a real Kafka 4, by Java and Maven. Exit code 2
 * when it cannot run.
 */
try {
  // The suite kills the node and waits for its return.
  process.exitCode = await runSuite(await startRealBroker(kafkaJars(), { sessionMs: 1_000 }));
} catch (error) {
  if (!(error instanceof ToolMissing)) throw error;
  console.error(`NOT RUN: the Kafka suite against a real Kafka: ${error.message}`);
  process.exitCode = NOT_RUN;
}

async function runSuite(broker: RealBroker): Promise<number> {
  const control = await serveCrashes(broker.crash);
  const interrupt = () => void broker.stop().then(() => process.exit(130));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  console.log(`Kafka 4 on ${broker.address}`);
  try {
    const code = await runSuites(import.meta.dirname, {
      KAFKA_SUITE_BROKERS: broker.address,
      KAFKA_SUITE_CRASH: control.url,
    });
    console.log(code === 0 ? 'PASS: a real Kafka 4 passes the suite' : 'FAIL: see the differences above');
    return code;
  } finally {
    control.close();
    await broker.stop();
  }
}

/** Lets the suite, another process, kill the broker by a POST. The response arrives when the broker is ready again. */
async function serveCrashes(crash: RealBroker['crash']) {
  const server = createServer((_request, response) => {
    crash().then(
      () => response.end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  const port = await listenOnLoopback(server, 0);
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
