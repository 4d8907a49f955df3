import { join } from 'node:path';
import { byMessage, createChild, type Child, type ChildOptions } from './child.ts';
import { environmentFor, topicsEnvironment, type StackAddresses } from './environment.ts';
import { untilResponds, untilReady } from './health.ts';
import type { InfrastructureSettings } from './infrastructure.ts';
import { inRepository } from './repository.ts';
import { captureNode } from './run.ts';
import { services, type Service } from './services.ts';

/** Settings that all children share. */
export type StackContext = {
  dataDir: string;
  say: (line: string) => void;
  onLaunched: (name: string, pid: number) => void;
  onFailed: (error: Error) => void;
  /** Restarts processes when their files change, and prints their output in this terminal. */
  watch: boolean;
};

const STOP_APPLICATION_MS = 6_500;
const STOP_INFRASTRUCTURE_MS = 2_500;

/**
 * Small young generations, so that idle processes return memory. The application begins with the space that it needs
 * after loading, and so collects 20 times instead of 52 until it is ready.
 */
const INFRASTRUCTURE_FLAGS = ['--max-semi-space-size=4'];
const APPLICATION_FLAGS = [
  '--min-semi-space-size=16',
  '--max-semi-space-size=16',
  '--initial-old-space-size=192',
];

const logIn = (context: StackContext, name: string): string => join(context.dataDir, 'logs', `${name}.log`);

/** glibc keeps the large blocks of password hashing for ever unless they are mapped one by one. */
const allocation = { MALLOC_MMAP_THRESHOLD_: '1048576' };

/** Variables that the stack sets, for the processes that need them only. */
const setByStack = new Set([
  'PORT',
  'NODE_OPTIONS',
  'NODE_CHANNEL_FD',
  'NODE_CHANNEL_SERIALIZATION_MODE',
  'INTERNAL_KEY',
  'IDEMPOTENCY_KEY',
  'WEB_KEY',
  'ADMIN_KEY',
  'METRICS_KEY',
  'KEY_SECRET',
  'CODE_SECRET',
  'VAPID_PRIVATE_KEY',
  'MONGO_URL',
  'KAFKA_BROKERS',
  'REDIS_URL',
  'SMTP_URL',
]);

/** Returns the caller's environment without the variables that the stack sets. */
function inherited(): Record<string, string> {
  const entries = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || setByStack.has(name) ? [] : [[name, value] as const],
  );
  return { ...allocation, ...Object.fromEntries(entries) };
}

/** Process of all embedded servers. */
export function infrastructureChild(settings: InfrastructureSettings, context: StackContext): Child<void> {
  return createChild({
    ...context,
    name: 'infrastructure',
    entry: 'tools/stack/src/run/infrastructure.ts',
    nodeFlags: INFRASTRUCTURE_FLAGS,
    env: { ...inherited(), KUMBUKA_INFRASTRUCTURE: JSON.stringify(settings) },
    logFile: logIn(context, 'infrastructure'),
    ready: (child) => byMessage<void>(child),
    stopWithinMs: STOP_INFRASTRUCTURE_MS,
  });
}

/** Process with all services and edges. */
function applicationChild(addresses: StackAddresses, context: StackContext): Child<void> {
  return createChild({
    ...applicationOptions(context, 'application', 'tools/stack/src/run/application.ts'),
    env: { ...inherited(), NODE_ENV: addresses.nodeEnv, KUMBUKA_FACTS: JSON.stringify(addresses) },
    ready: async (child, ended) => {
      if (!context.watch) await byMessage(child);
      await untilReady(Object.values(addresses.ports).map(at), ended);
    },
  });
}

/** Process of one service or edge. */
function serviceChild(service: Service, addresses: StackAddresses, context: StackContext): Child<void> {
  return createChild({
    ...applicationOptions(context, service.name, service.main),
    env: { ...inherited(), ...environmentFor(service.name, addresses) },
    ready: (_child, ended) => untilReady([at(addresses.ports[service.name])], ended),
  });
}

function applicationOptions(context: StackContext, name: string, entry: string) {
  const options: Omit<ChildOptions<void>, 'env' | 'ready'> = {
    ...context,
    name,
    entry,
    nodeFlags: context.watch
      ? [...APPLICATION_FLAGS, '--watch', '--watch-preserve-output']
      : APPLICATION_FLAGS,
    live: context.watch,
    logFile: logIn(context, name),
    stopWithinMs: STOP_APPLICATION_MS,
  };
  return options;
}

/** Vite's development server for the web client; it forwards `/graphql` to the gateway. */
export function viteChild(port: number, addresses: StackAddresses, context: StackContext): Child<void> {
  return createChild({
    ...context,
    name: 'vite',
    entry: 'node_modules/vite/bin/vite.js',
    args: [inRepository('apps/web'), '--host', '127.0.0.1', '--port', String(port), '--strictPort'],
    env: { ...inherited(), GRAPHQL_URL: `${at(addresses.ports.gateway)}/graphql` },
    logFile: logIn(context, 'vite'),
    live: true,
    ready: (_child, ended) => untilResponds(at(port), ended),
    stopWithinMs: STOP_INFRASTRUCTURE_MS,
  });
}

const at = (port: number): string => `http://127.0.0.1:${port}`;

export type Tier = Child<void>[];

/** Processes of the product in start order; those of one tier start together. */
export function applicationTiers(split: boolean, addresses: StackAddresses, context: StackContext): Tier[] {
  if (!split) return [[applicationChild(addresses, context)]];
  return (['service', 'edge'] as const).map((tier) =>
    services
      .filter((service) => service.tier === tier)
      .map((service) => serviceChild(service, addresses, context)),
  );
}

/** Creates missing Kafka topics. On failure, throws an error with the output of the step. */
export async function migrateTopics(addresses: StackAddresses): Promise<void> {
  const entry = inRepository('libs/event-bus/src/create-topics/main.ts');
  const env = topicsEnvironment(addresses);
  const { code, output } = await captureNode(['--disable-warning=ExperimentalWarning', entry], { env });
  if (code !== 0) throw new Error(`The Kafka topics could not be created:\n${output.trimEnd()}`);
}
