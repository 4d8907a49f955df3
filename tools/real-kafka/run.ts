import { listenOnLoopback } from '@kumbuka/embedded/loopback';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { kafkaJars, ToolMissing } from './java.ts';
import { type RealBroker, startRealBroker } from './real-broker.ts';

const HERE = import.meta.dirname;
const ROOT = join(HERE, '../..');
const NOT_RUN = 2;

/**
 * `node tools/real-kafka/run.ts [vitest options]`: the Kafka suite against a real Kafka 4; exit code 2 when it
 * cannot run.
 */
try {
  process.exitCode = await runSuite(await startRealBroker(kafkaJars()));
} catch (error) {
  if (!(error instanceof ToolMissing)) throw error;
  console.error(`NOT RUN: the Kafka suite against a real Kafka: ${error.message}`);
  process.exitCode = NOT_RUN;
}

async function runSuite(broker: RealBroker): Promise<number> {
  const control = await serveCrashes(broker);
  const interrupt = () => void broker.stop().then(() => process.exit(130));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  console.log(`Kafka 4 on ${broker.address}`);
  try {
    const code = await vitest({
      KAFKA_SUITE_BROKERS: broker.address,
      KAFKA_SUITE_CRASH: control.url,
    });
    console.log(
      code === 0 ? 'PASS: a real Kafka 4 agrees with the suite' : 'FAIL: see the differences above',
    );
    return code;
  } finally {
    control.close();
    await broker.stop();
  }
}

/** The suite runs in another process; a POST kills the broker and is answered when it is back. */
async function serveCrashes(broker: RealBroker) {
  const server = createServer((_request, response) => {
    broker.crash().then(
      () => response.end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  const port = await listenOnLoopback(server, 0);
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

async function vitest(env: Record<string, string>): Promise<number> {
  const cli = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const child = spawn(
    process.execPath,
    [cli, 'run', '--root', HERE, '--config', join(HERE, 'real.vitest.config.ts'), ...process.argv.slice(2)],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    },
  );
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
