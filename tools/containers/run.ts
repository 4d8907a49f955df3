/**
 * `node tools/containers/run.ts`: builds every image from a checkout that only its owner can read, starts
 * docker-compose.yml, runs the main flow, restarts MongoDB, stops everything with the real signals and starts it again
 * on its data. Prints NOT RUN and exits with 2 when there is no container engine.
 */

import { exampleInJavaScript, exampleInPython, type GuideExample } from '@kumbuka/stack/guide-example';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeWith } from './src/compose.ts';
import { buildMongo, buildStandIns, checkOutPrivately, prepareBase } from './src/images.ts';
import { startEngine } from './src/engine.ts';
import { output, EngineMissing, orMissing } from './src/shell.ts';
import { eventually, hasDeck, smoke } from './src/smoke.ts';

const notRunExitCode = 2;
const ports = {
  WEB_PORT: '23000',
  REST_PORT: '25000',
  GRAPHQL_PORT: '24000',
  MAIL_PORT: '28025',
  KAFKA_PORT: '29092',
};
const at = (port: string) => `http://localhost:${port}`;
const addresses = {
  web: at(ports.WEB_PORT),
  rest: at(ports.REST_PORT),
  graphql: `${at(ports.GRAPHQL_PORT)}/graphql`,
  mail: at(ports.MAIL_PORT),
};
Object.assign(process.env, ports, { COMPOSE_PROJECT_NAME: 'kumbuka-suite' });

try {
  const engine = await startEngine();
  try {
    await tryCompose();
  } finally {
    await engine.stop();
  }
} catch (error) {
  if (!(error instanceof EngineMissing)) throw error;
  console.error(`NOT RUN: containers: ${error.message}`);
  process.exitCode = notRunExitCode;
}

/** Builds the images and runs the main flow, a restart of MongoDB, a stop and a second start. */
async function tryCompose(): Promise<void> {
  const { registry } = orMissing('the base images cannot be built', () => {
    const base = prepareBase();
    if (!base.registry) buildStandIns();
    return base;
  });
  if (!registry) buildMongo();
  const files = ['docker-compose.yml', ...(registry ? [] : ['tools/containers/stand-ins/compose.yml'])];
  const checkout = mkdtempSync(join(tmpdir(), 'kumbuka-checkout-'));
  checkOutPrivately(checkout);
  const compose = composeWith(files, checkout);
  try {
    compose(['build', '-q', '--parallel']);
    compose(['up', '-d']);
    const learner = await smoke(addresses);
    console.log('The main flow runs in containers.');
    await tryExamples();
    compose(['restart', 'mongo']);
    await hasDeck(addresses, learner);
    console.log('MongoDB restarted; the deck is there.');
    stopGracefully(compose);
    compose(['up', '-d']);
    await hasDeck(addresses, learner);
    await smoke(addresses);
    console.log('All containers started a second time on old data.');
  } catch (error) {
    compose(['logs', '--tail', '40']);
    throw error;
  } finally {
    compose(['down', '-v', '-t', '10']);
    rmSync(checkout, { recursive: true, force: true });
  }
}

/** Runs the programs of docs/events.md on this machine; they must count the card of the main flow. */
async function tryExamples(): Promise<void> {
  const kafka = output('docker', ['ps', '-q', '--filter', 'label=com.docker.compose.service=kafka']).trim();
  const KAFKA_PASSWORD = output('docker', ['exec', kafka, 'cat', '/keys/reader-password']).trim();
  const KAFKA_BROKERS = `localhost:${ports.KAFKA_PORT}`;
  for (const example of [exampleInJavaScript(), exampleInPython()])
    if (example) await tryExample(example, { KAFKA_BROKERS, KAFKA_PASSWORD });
}

async function tryExample(example: GuideExample, env: Record<string, string>): Promise<void> {
  const isCounted = () => Object.values(example.counts()).join() === '1' || undefined;
  try {
    example.start(env);
    await eventually(async () => isCounted(), `the card counted by the example in ${example.name}`);
    console.log(`The example in ${example.name} read events by the login of other systems.`);
  } catch (error) {
    console.error(example.output().slice(-2_000));
    throw error;
  } finally {
    await example.remove();
  }
}

/** Stops all containers with SIGTERM and expects exit code 0 from each process of the product. */
function stopGracefully(compose: (args: readonly string[]) => void): void {
  const running = output('docker', [
    'ps',
    '-q',
    '--filter',
    'label=com.docker.compose.project=kumbuka-suite',
  ]);
  compose(['stop', '-t', '10']);
  for (const id of running.split('\n')) {
    const [image = '', code] = output('docker', [
      'inspect',
      '-f',
      '{{.Config.Image}} {{.State.ExitCode}}',
      id,
    ]).split(' ');
    const isOurs = image.startsWith('kumbuka/') && !/(redis|objects|kafka|mongo|stores)$/.test(image);
    if (isOurs) assert.equal(code, '0', `${image} ended with ${code} after SIGTERM`);
  }
}
