import type { FastifyInstance } from 'fastify';
import { Counter as PromCounter, Gauge as PromGauge, Histogram, Registry } from 'prom-client';

/** Response as metrics count it; `route` is in Fastify's syntax. */
export interface ObservedResponse {
  requestId: string;
  method: string;
  route: string;
  status: number;
  ms: number;
}

/** Counts and times requests by route and status class, for Prometheus at `/metrics`. */
export function observeRequests(app: FastifyInstance) {
  const registry = new Registry();
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  const observe = (response: ObservedResponse) => {
    const { method, route, status, ms } = response;
    duration.labels(method, route, `${Math.floor(status / 100)}xx`).observe(ms / 1000);
    app.log.debug(response, 'request completed');
  };
  app.decorate('metrics', registry);
  app.decorate('observeResponse', observe);
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const { statusCode: status, elapsedTime: ms } = reply;
    observe({ requestId: request.id, method: request.method, route, status, ms });
    done();
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}

/** Gauge that is read on demand; its name contains the unit. */
export interface Gauge {
  name: string;
  help: string;
  /** Rejects while the value is unknown. */
  read(): Promise<number>;
}

const readWithinMs = 4_500;
/** Milliseconds that values of gauges are cached, so that `/metrics` cannot be used to load the stores. */
const cachedForMs = 2_000;

function orNaN(value: Promise<number>): Promise<number> {
  const late = new Promise<number>((resolve) => setTimeout(resolve, readWithinMs, NaN).unref());
  return Promise.race([value.catch(() => NaN), late]);
}

function cached(read: () => Promise<number>, forMs: number): () => Promise<number> {
  let last: { at: number; value: Promise<number> } | null = null;
  return () => {
    if (!last || performance.now() - last.at > forMs) last = { at: performance.now(), value: orNaN(read()) };
    return last.value;
  };
}

/** Adds gauges to `/metrics`; a value that is unknown or late is NaN. */
export function observeGauges(app: FastifyInstance, gauges: readonly Gauge[], forMs = cachedForMs): void {
  for (const { name, help, read } of gauges) {
    const value = cached(read, forMs);
    const gauge = new PromGauge({
      name,
      help,
      registers: [],
      async collect() {
        this.set(await value());
      },
    });
    app.metrics.registerMetric(gauge);
  }
}

export interface CounterOptions<Value extends string> {
  /** Ends in `_total`. */
  name: string;
  help: string;
  /** Name of the label. */
  label: string;
  /** All values of the label; each starts at 0. */
  values: readonly Value[];
}

/** Counter by label value since the start of the process. */
export interface Counter<Value extends string> {
  count(value: Value): void;
  /** Adds the counts to `/metrics`. */
  observe(app: FastifyInstance): void;
}

export function createCounter<Value extends string>(options: CounterOptions<Value>): Counter<Value> {
  const { name, help, label, values } = options;
  const counter = new PromCounter({ name, help, labelNames: [label], registers: [] });
  for (const value of values) counter.labels(value).inc(0);
  return {
    count: (value) => counter.labels(value).inc(),
    observe: (app) => app.metrics.registerMetric(counter),
  };
}

/** Counts the outcomes of events; `outcomeOf` returns `null` for an event without one. */
export const countOutcomes =
  <Event, Value extends string>(
    { count }: Pick<Counter<Value>, 'count'>,
    outcomeOf: (event: Event) => Value | null,
  ) =>
  (events: readonly Event[]): void => {
    for (const outcome of events.map(outcomeOf)) if (outcome !== null) count(outcome);
  };

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry;
    /** Counts a response that was sent without HTTP. */
    observeResponse(response: ObservedResponse): void;
  }
}
