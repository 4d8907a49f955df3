import type { FastifyInstance } from 'fastify';
import { Histogram, Registry } from 'prom-client';

/** An answer as metrics count it; `route` as Fastify writes it. */
export interface Answered {
  requestId: string;
  method: string;
  route: string;
  status: number;
  ms: number;
}

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
  const observe = (answered: Answered) => {
    const { method, route, status, ms } = answered;
    duration.labels(method, route, `${Math.floor(status / 100)}xx`).observe(ms / 1000);
    app.log.debug(answered, 'answered');
  };
  app.decorate('metrics', registry);
  app.decorate('observeAnswer', observe);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const { statusCode: status, elapsedTime: ms } = reply;
    observe({ requestId: request.id, method: request.method, route, status, ms });
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry;
    /** Counts an answer that was given without HTTP. */
    observeAnswer(answered: Answered): void;
  }
}
