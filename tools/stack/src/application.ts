import { createApp as createAuth } from '@kumbuka/auth';
import { loadConfig as authConfig } from '@kumbuka/auth/config';
import { createApp as createDecks } from '@kumbuka/decks';
import { loadConfig as decksConfig } from '@kumbuka/decks/config';
import { createApp as createGateway } from '@kumbuka/gateway';
import { loadConfig as gatewayConfig } from '@kumbuka/gateway/config';
import { createApp as createFacade } from '@kumbuka/rest-facade';
import { loadConfig as facadeConfig } from '@kumbuka/rest-facade/config';
import { ConfigurationInvalid, inOrder, inProcess, type Lifecycle } from '@kumbuka/http-kit';
import { createApp as createStudyProgress } from '@kumbuka/study-progress';
import { loadConfig as studyProgressConfig } from '@kumbuka/study-progress/config';
import { createApp as createWeb } from '@kumbuka/web/server';
import { loadConfig as webConfig } from '@kumbuka/web/server/config';
import { environmentFor, type Environment, type StackFacts } from './environment.ts';
import type { ServiceName } from './services.ts';
import { createTopics } from './topics.ts';

const CONFIGURATION_EXIT = 78;

const facts = JSON.parse(process.env['KUMBUKA_FACTS'] ?? '{}') as StackFacts;
const environment = (service: ServiceName): Environment => ({
  ...process.env,
  ...environmentFor(service, facts),
});

const application = await compose().catch(fail);
let stopping: Promise<void> | undefined;
process.on('SIGTERM', () => {
  stopping ??= application.stop().then(
    () => process.exit(0),
    (error: unknown) => fail(error),
  );
});
await application.start().catch(fail);
process.send?.({ ready: true });

/** The six parts of the product in one process; the ways in reach the services without a socket. */
async function compose(): Promise<Lifecycle> {
  const auth = await createAuth(authConfig(environment('auth')));
  const decks = await createDecks(decksConfig(environment('decks')));
  const studyProgress = await createStudyProgress(studyProgressConfig(environment('study-progress')));
  const owners = {
    auth: inProcess(auth.app),
    decks: inProcess(decks.app),
    'study-progress': inProcess(studyProgress.app),
  };
  const gateway = createGateway(gatewayConfig(environment('gateway')), { subgraphs: owners });
  const facade = createFacade(facadeConfig(environment('rest-facade')), { owners });
  const web = await createWeb(webConfig(environment('web')), { mountGateway: gateway.mount });
  const topics = once(() => createTopics(facts.infrastructure.kafkaBrokers, facts.logLevel));
  return inOrder([topics, together([auth, decks, studyProgress]), together([gateway, facade]), web]);
}

function once(start: () => Promise<void>): Lifecycle {
  return { start, stop: async () => undefined, isReady: () => true };
}

function together(parts: readonly Lifecycle[]): Lifecycle {
  return {
    start: async () => void (await Promise.all(parts.map((part) => part.start()))),
    stop: async () => void (await Promise.all(parts.map((part) => part.stop()))),
    isReady: () => parts.every((part) => part.isReady()),
  };
}

function fail(error: unknown): never {
  const invalid = error instanceof ConfigurationInvalid;
  console.error(invalid ? error.message : error);
  process.exit(invalid ? CONFIGURATION_EXIT : 1);
}
