import { createServer, type RunningApp } from '@kumbuka/http-kit';
import { createLog } from '@kumbuka/runtime';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { compressJson } from './compress-json.ts';
import { isBuilt, registerPages } from './pages.ts';
import { registerPassOn } from './pass-on.ts';
import { securityHeaders } from './security-headers.ts';

/** What runs in the same process instead of behind an address. */
export interface Overrides {
  /** Registers the gateway's `POST /graphql` at this server. */
  mountGateway?: (app: FastifyInstance) => void;
}

/** The web server as one thing: the built client, and the way on to the gateway. */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<RunningApp> {
  let ready = false;
  const log = createLog(config.name, config.logLevel);
  const app = createServer({
    log,
    isReady: () => ready,
    proxyHops: config.proxyHops,
    metricsKey: config.metricsKey,
  });
  const headers = securityHeaders(config.https);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });

  compressJson(app);
  if (overrides.mountGateway) {
    overrides.mountGateway(app);
    app.get('/live', (_request, reply) => reply.callNotFound());
  } else {
    await app.register((scope) => registerPassOn(scope, config));
  }
  if (isBuilt(config.dist)) await registerPages(app, config.dist);
  else log.warn({ dist: config.dist }, 'the web client is not built: run npm run build');

  return {
    app,
    start: async () => {
      await app.listen({ host: config.host, port: config.port });
      ready = true;
    },
    stop: async () => {
      ready = false;
      await app.close();
    },
    isReady: () => ready,
  };
}
