import type { FastifyInstance } from 'fastify';
import { Histogram, Registry } from 'prom-client';

/** Requests, errors and durations by route and status class, for Prometheus at `/metrics`. */
export function observeRequests(app: FastifyInstance) {
  const registry = new Registry();
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  app.decorate('metrics', registry);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    duration
      .labels(request.method, route, `${Math.floor(reply.statusCode / 100)}xx`)
      .observe(reply.elapsedTime / 1000);
    request.log.debug(
      { method: request.method, route, status: reply.statusCode, ms: reply.elapsedTime },
      'answered',
    );
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry;
  }
}
