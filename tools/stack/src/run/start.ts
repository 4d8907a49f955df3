import { billingRoutes } from '@kumbuka/contracts/rest/billing';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { join } from 'node:path';
import './child-preload.ts';
import { ChildEnded, CONFIGURATION_EXIT, type Child } from './child.ts';
import { clearData, hasData, keepRun, lockDataDirectory, prepareDataDirectory } from './data-directory.ts';
import type { StackAddresses } from './environment.ts';
import { addressesOf, INNER_PORTS, paymentsOf, type Ports } from './addresses.ts';
import type { InfrastructureSettings } from './infrastructure.ts';
import { readKeys, type Keys } from './keys.ts';
import { freePortFrom, pickInnerPorts, pickPublicPorts } from './ports.ts';
import { root } from './repository.ts';
import { readFlags, readSettings, type Settings } from './settings.ts';
import {
  applicationTiers,
  infrastructureChild,
  migrateTopics,
  viteChild,
  type StackContext,
} from './stack.ts';
import { buildWebWhenStale } from './web-build.ts';

const STOP_WITHIN_MS = 9_500;
const VITE_PORT = 5173;
// Files of the processes are readable by their owner only.
process.umask(0o077);

const say = (line: string): void => console.log(line);

/** Started processes, in order. They stop in reverse. */
const started: Child<unknown>[][] = [];
const undo: (() => void)[] = [];
let ending: Promise<void> | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void end(0, 'Stopping ...'));
await start().catch((error: unknown) =>
  end(exitCodeOf(error), error instanceof Error ? error.message : String(error)),
);

function exitCodeOf(error: unknown): number {
  return error instanceof ChildEnded && error.final ? CONFIGURATION_EXIT : 1;
}

async function start(): Promise<void> {
  const flags = readFlags(process.argv.slice(2));
  const settings = readSettings(process.env);
  const dataDir = resolve(root, settings.KUMBUKA_DATA_DIR);
  takeDirectory(dataDir);
  if (flags.reset && !(await reset(dataDir, flags.yes)))
    return end(1, 'Nothing was deleted, nothing was started.');

  const keys = readKeys(dataDir, settings.ADMIN_KEY === undefined ? {} : { adminKey: settings.ADMIN_KEY });
  const ports = await pickPorts(settings, dataDir);
  const context = contextFor(dataDir, ports, flags.watch);
  const addresses = addressesOf(settings, keys, ports);
  const infrastructure = startInfrastructure(settings, keys, ports, context);
  infrastructure.catch(() => undefined);
  await buildWebWhenStale(say);

  const startApplication = async (): Promise<void> => {
    if (flags.split) await infrastructure.then(() => migrateTopics(addresses));
    for (const tier of applicationTiers(flags.split, addresses, context)) await startTier(tier);
  };
  say('Starting the services ...');
  if (flags.split && settings.REDIS_URL === undefined)
    say('  Rate limits count in each process, because REDIS_URL is not set.');
  // The application waits for the embedded servers, so without their failure this would wait forever.
  await Promise.all([infrastructure, startApplication()]);
  if (flags.watch) await startVite(addresses, context);
  if (ending !== undefined) return;
  announce(addresses, ports, dataDir, settings.KAFKA_BROKERS === undefined);
}

async function startVite(addresses: StackAddresses, context: StackContext): Promise<void> {
  const port = await freePortFrom(VITE_PORT, new Set());
  await startTier([viteChild(port, addresses, context)]);
  say(`  edit live  http://localhost:${port}`);
}

/** Stops the started processes in reverse. The first call decides the exit code. */
function end(code: number, words: string): Promise<void> {
  ending ??= stopAll(code, words);
  return ending;
}

async function stopAll(code: number, words: string): Promise<void> {
  say(words);
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  for (const tier of started.toReversed()) await Promise.all(tier.map((child) => child.stop()));
  for (const step of undo.toReversed()) step();
  if (code === 0) say('Stopped.');
  process.exit(code);
}

function takeDirectory(dataDir: string): void {
  prepareDataDirectory(dataDir);
  const lock = lockDataDirectory(dataDir);
  undo.push(lock.release);
}

async function reset(dataDir: string, isConfirmed: boolean): Promise<boolean> {
  if (!isConfirmed && hasData(dataDir) && !(await confirmed(`Delete all data in ${dataDir}? [y/N] `)))
    return false;
  clearData(dataDir);
  say('All data was deleted.');
  return true;
}

/** Asks for a confirmation. Without a terminal the result is no; `--yes` confirms in advance. */
async function confirmed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(question);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

async function pickPorts(settings: Settings, dataDir: string): Promise<Ports> {
  const wanted = {
    web: { name: 'web', port: settings.WEB_PORT },
    rest: { name: 'REST', port: settings.REST_PORT },
    graphql: { name: 'GraphQL', port: settings.GRAPHQL_PORT },
    mail: { name: 'mail page', port: settings.MAIL_PORT },
    payments: { name: 'payment page', port: settings.PAY_PORT },
    kafka: { name: 'Kafka', port: settings.KAFKA_PORT },
  };
  const open = await pickPublicPorts(wanted, say);
  return { ...open, ...(await pickInnerPorts(dataDir, INNER_PORTS, new Set(Object.values(open)))) };
}

/** Keeps run.json up to date while processes start and end. */
function contextFor(dataDir: string, ports: Ports, watch: boolean): StackContext {
  const run = keepRun(dataDir, { pids: { start: process.pid }, ports });
  undo.push(run.forget);
  return {
    dataDir,
    say,
    watch,
    onFailed: (error) => void end(1, error.message),
    onLaunched: run.note,
  };
}

async function startInfrastructure(
  settings: Settings,
  keys: Keys,
  ports: Ports,
  context: StackContext,
): Promise<void> {
  const embedded = embeddedServers(settings, keys, ports, context.dataDir);
  if (Object.keys(embedded).length > 0) await startTier([infrastructureChild(embedded, context)]);
}

function embeddedServers(
  settings: Settings,
  keys: Keys,
  ports: Ports,
  dataDir: string,
): InfrastructureSettings {
  const at = (name: string): string => join(dataDir, name);
  const { publicKey, secretKey, challenge } = paymentsOf(settings, keys, ports);
  return {
    ...(settings.MONGO_URL === undefined && { mongo: { port: ports.mongo, dataDir: at('mongo') } }),
    ...(settings.KAFKA_BROKERS === undefined && {
      kafka: { port: ports.kafka, dataDir: at('kafka'), passwords: keys.kafka },
    }),
    ...(settings.SMTP_URL === undefined && {
      mail: { smtpPort: ports.smtp, pagePort: ports.mail, dataDir: at('mail') },
    }),
    ...(settings.INTASEND_URL === undefined && {
      payments: {
        port: ports.payments,
        dataDir: at('payments'),
        publicKey,
        secretKey,
        challenge,
        webhookUrl: `http://127.0.0.1:${ports.rest}${billingRoutes.receiveNotification.path}`,
      },
    }),
  };
}

async function startTier(tier: Child<void>[]): Promise<void> {
  if (ending !== undefined) return;
  started.push(tier);
  await Promise.all(tier.map((child) => child.start()));
}

function announce(addresses: StackAddresses, ports: Ports, dataDir: string, isKafkaEmbedded: boolean): void {
  const { mailPageUrl, payments } = addresses.infrastructure;
  say(`  open       http://localhost:${ports.web}`);
  say(`  admin key  ${addresses.keys.adminKey} (opens http://localhost:${ports.web}/admin)`);
  if (mailPageUrl !== undefined) say(`  mail       ${mailPageUrl}`);
  if (payments.pageUrl !== undefined) say(`  payments   ${payments.pageUrl}`);
  if (isKafkaEmbedded)
    say(`  events     localhost:${ports.kafka} (Kafka, without a login to read; see docs/events.md)`);
  say(`  data       ${dataDir} (logs in logs/)`);
  say(
    `ready web=http://localhost:${ports.web} rest=http://localhost:${ports.rest} graphql=http://localhost:${ports.graphql}/graphql`,
  );
}
