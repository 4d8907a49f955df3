import { createApp as createGateway } from '@kumbuka/gateway';
import { loadConfig as gatewayConfig } from '@kumbuka/gateway/config';
import { createApp as createFacade } from '@kumbuka/rest-facade';
import { loadConfig as facadeConfig } from '@kumbuka/rest-facade/config';
import { serviceNames, type ServiceName } from '@kumbuka/contracts';
import { inProcess, type RunningApp } from '@kumbuka/http-kit';
import {
  atStart,
  ConfigurationInvalid,
  createLog,
  inOrder,
  shared,
  startTracing,
  type Lifecycle,
} from '@kumbuka/runtime';
import { createIdentity, type Identity } from '@kumbuka/identity';
import { createTopics } from '@kumbuka/event-bus';
import { createLocalWindows, type Overrides } from '@kumbuka/service-kit';
import { createApp as createWeb } from '@kumbuka/web/server';
import { loadConfig as webConfig } from '@kumbuka/web/server/config';
import { environmentFor, topicsEnvironment, type Environment, type StackAddresses } from './environment.ts';
import type { ProcessName } from './services.ts';

const CONFIGURATION_EXIT = 78;

const addresses = JSON.parse(process.env['KUMBUKA_FACTS'] ?? '{}') as StackAddresses;
const environment = (service: ProcessName): Environment => ({
  ...process.env,
  ...environmentFor(service, addresses),
});

await start().catch(fail);

async function start(): Promise<void> {
  await checkConfigurations();
  const tracing = await startTracing(process.env, createLog('application', addresses.logLevel));
  const application = await compose();
  let stopping: Promise<void> | undefined;
  process.on('SIGTERM', () => {
    stopping ??= application
      .stop()
      .then(tracing.stop)
      .then(() => process.exit(0), fail);
  });
  await application.start();
  process.send?.({ ready: true });
}

/** Reports the configuration problems of all parts in one message. */
async function checkConfigurations(): Promise<void> {
  const loaders = new Map<ProcessName, (env: Environment) => unknown>([
    ['gateway', gatewayConfig],
    ['rest-facade', facadeConfig],
    ['web', webConfig],
  ]);
  for (const name of serviceNames) loaders.set(name, (await import(`@kumbuka/${name}/config`)).loadConfig);
  const problems = [...loaders].flatMap(([name, load]) => problemsOf(() => load(environment(name))));
  if (problems.length > 0) throw new ConfigurationInvalid([...new Set(problems)]);
}

function problemsOf(load: () => unknown): string[] {
  try {
    load();
    return [];
  } catch (error) {
    if (error instanceof ConfigurationInvalid) return error.problems;
    throw error;
  }
}

/** Runs the product in one process; the edges call the services without a socket. */
async function compose(): Promise<Lifecycle> {
  const gatewaySettings = gatewayConfig(environment('gateway'));
  const identity = oneIdentity(gatewaySettings);
  const running = new Map<ServiceName, RunningApp>();
  const common = { identity, windows: createLocalWindows() };
  for (const name of serviceNames) running.set(name, await createService(name, common));
  const owners = Object.fromEntries([...running].map(([name, { app }]) => [name, inProcess(app)]));
  const gateway = createGateway(gatewaySettings, { subgraphs: owners, identity });
  const facade = createFacade(facadeConfig(environment('rest-facade')), { owners, identity });
  const web = await createWeb(webConfig(environment('web')), { gateway });
  const topics = atStart(() => createTopics(topicsEnvironment(addresses)));
  const services = inOrder([topics, together([...running.values()])]);
  return inOrder([atOnce([services, together([gateway, facade])]), web]);
}

/** Shares one identity between all parts of this process that verify tokens. */
function oneIdentity({ subgraphs, internalKey, logLevel }: ReturnType<typeof gatewayConfig>): Identity {
  const log = createLog('application', logLevel);
  return shared(createIdentity({ authUrl: subgraphs.auth, internalKey, log }));
}

/** Loads the exports of a service by its name, so that a new service needs no line here. */
async function createService(name: ServiceName, common: Overrides): Promise<RunningApp> {
  const { createApp } = await import(`@kumbuka/${name}`);
  const { loadConfig } = await import(`@kumbuka/${name}/config`);
  return createApp(loadConfig(environment(name)), common);
}

function together(parts: readonly Lifecycle[]): Lifecycle {
  return {
    start: async () => void (await Promise.all(parts.map((part) => part.start()))),
    stop: async () => void (await Promise.all(parts.map((part) => part.stop()))),
    isReady: () => parts.every((part) => part.isReady()),
  };
}

/** Starts all parts at once, because each waits for its dependencies; stops them in reverse, so that no call is cut off. */
function atOnce(parts: readonly Lifecycle[]): Lifecycle {
  return {
    ...together(parts),
    stop: async () => {
      for (const part of parts.toReversed()) await part.stop();
    },
  };
}

function fail(error: unknown): never {
  const invalid = error instanceof ConfigurationInvalid;
  console.error(invalid ? error.message : error);
  process.exit(invalid ? CONFIGURATION_EXIT : 1);
}
