import type { Language } from '@kumbuka/contracts';
import {
  createServer,
  createUpstreamWatch,
  overHttp,
  translateErrors,
  type RunningApp,
} from '@kumbuka/http-kit';
import { createLog } from '@kumbuka/runtime';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { compressText } from './compress-text.ts';
import { isBuilt, registerPages } from './pages.ts';
import { registerProxy } from './graphql-proxy.ts';
import { fileHeaders, securityHeaders } from './security-headers.ts';

/** Servers that run in this process instead of behind an address. */
export interface Overrides {
  gateway?: {
    /** Registers the gateway's routes at this server. */
    mount(app: FastifyInstance): void;
    isReady(): boolean;
    /** Language of the account of a bearer, for errors. */
    accountLanguage(authorization: string | undefined): Promise<Language | null>;
  };
}

/** Web server: serves the built client and proxies `/graphql` to the gateway. */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<RunningApp> {
  let ready = false;
  const gateway = overrides.gateway ? null : overHttp({ baseUrl: new URL(config.graphqlUrl).origin });
  // After a start the server is ready once `/graphql` works, because pages without data are of no use.
  const watch = createUpstreamWatch([
    gateway ?? { isReady: async () => overrides.gateway?.isReady() === true },
  ]);
  const isReady = () => ready && watch.isReady();
  const log = createLog(config.name, config.logLevel);
  const app = createServer({
    log,
    isReady,
    proxyHops: config.proxyHops,
    metricsKey: config.metricsKey,
  });
  const headers = securityHeaders(config.https);
  const ofFiles = fileHeaders(config.https);
  app.addHook('onRequest', async ({ url }, reply) => {
    reply.headers(url.startsWith('/assets/') ? ofFiles : headers);
  });

  translateErrors(app, overrides.gateway?.accountLanguage);
  compressText(app);
  if (overrides.gateway) overrides.gateway.mount(app);
  else await app.register((scope) => registerProxy(scope, config));
  if (isBuilt(config.dist)) await registerPages(app, config.dist, config);
  else log.warn({ dist: config.dist }, 'the web client is not built: run npm run nx -- build web');

  return {
    app,
    start: async () => {
      await app.listen({ host: config.host, port: config.port });
      await watch.start();
      ready = true;
    },
    stop: async () => {
      ready = false;
      await Promise.all([watch.stop(), gateway?.close(), app.close()]);
    },
    isReady,
  };
}
