import { createServer as createReceiver, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  ConfigurationInvalid,
  createLog,
  currentContext,
  openSpan,
  startTracing,
  traceHeaders,
  type Log,
  type Tracing,
} from '@kumbuka/runtime';
import { createServer } from './server.ts';

const internalKey = 'key-of-the-processes';
const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';

const text = z.strictObject({ key: z.string(), value: z.strictObject({ stringValue: z.string() }) });
const number = z.strictObject({ key: z.string(), value: z.strictObject({ intValue: z.string() }) });
const attributes = z.array(z.union([text, number]));
const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`));
const nanos = z.string().regex(/^\d{19}$/);
/** Used part of OTLP's ExportTraceServiceRequest as JSON; rejects anything else. */
const exported = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes }),
      scopeSpans: z.array(
        z.strictObject({
          scope: z.strictObject({ name: z.string() }),
          spans: z.array(
            z.strictObject({
              traceId: hex(16),
              spanId: hex(8),
              parentSpanId: hex(8).optional(),
              name: z.string(),
              kind: z.int().min(1).max(5),
              startTimeUnixNano: nanos,
              endTimeUnixNano: nanos,
              attributes,
              status: z.strictObject({ code: z.int().optional() }),
            }),
          ),
        }),
      ),
    }),
  ),
});

interface Received {
  path: string | undefined;
  headers: NodeJS.Dict<string | string[]>;
  body: z.output<typeof exported>;
}

let received: Received[];
let respondWith: number | 'nothing';
let collector: Server;
let endpoint: string;
let app: FastifyInstance;
let tracing: Tracing;

beforeEach(async () => {
  received = [];
  respondWith = 200;
  collector = createReceiver(async (request, reply) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = exported.parse(JSON.parse(Buffer.concat(chunks).toString()));
    received.push({ path: request.url, headers: request.headers, body });
    if (respondWith !== 'nothing') reply.writeHead(respondWith).end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const address = collector.address();
  endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  app = createServer({ log: createLog('decks', 'silent'), internalKeys: [internalKey], isReady: () => true });
  app.get('/decks/:id', async () => ({ ...currentContext(), outgoing: traceHeaders() }));
  app.get('/broken', async () => {
    throw new Error('broken');
  });
});
afterEach(async () => {
  await tracing.stop();
  collector.closeAllConnections();
  collector.close();
  await app.close();
});

const trace = async (env: Record<string, string> = {}, times: { sendMs?: number } = {}) => {
  const warn = vi.fn<Log['warn']>();
  tracing = await startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env }, { warn }, times);
  return warn;
};
const get = (url: string, traceparent?: string) =>
  app.inject({
    url,
    headers: { 'x-kumbuka-internal-key': internalKey, ...(traceparent === undefined ? {} : { traceparent }) },
  });
const spansReceived = () =>
  received.flatMap(({ body }) =>
    body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );

describe('a traced process', () => {
  it('exports each request as a span of the trace of the caller, with route and status', async () => {
    await trace({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret,x-team=kumbuka' });
    await get('/decks/7', `00-${traceId}-${spanId}-01`);
    await get('/broken', `00-${traceId}-${spanId}-01`);
    await tracing.stop();
    const [deck, broken] = spansReceived();
    expect(deck).toMatchObject({
      traceId,
      parentSpanId: spanId,
      name: 'GET /decks/:id',
      kind: 2,
      status: {},
    });
    expect(deck?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: '200' } });
    expect(broken).toMatchObject({ name: 'GET /broken', status: { code: 2 } });
    expect(received[0]).toMatchObject({
      path: '/v1/traces',
      headers: { authorization: 'Bearer secret', 'x-team': 'kumbuka' },
      body: {
        resourceSpans: [
          {
            resource: {
              attributes: expect.arrayContaining([{ key: 'service.name', value: { stringValue: 'decks' } }]),
            },
          },
        ],
      },
    });
  });

  it('passes its span to upstreams and in its events', async () => {
    await trace();
    const { traceparent, outgoing } = (await get('/decks/7', `00-${traceId}-${spanId}-01`)).json();
    await tracing.stop();
    const [span] = spansReceived();
    expect(traceparent).toBe(`00-${traceId}-${span?.spanId}-01`);
    expect(outgoing.traceparent).toBe(traceparent);
  });

  it.each([undefined, `00-${'0'.repeat(32)}-${spanId}-01`, 'nonsense'])(
    'begins a new trace for %s',
    async (traceparentSent) => {
      await trace();
      const { traceparent } = (await get('/decks/7', traceparentSent)).json();
      await tracing.stop();
      const [span] = spansReceived();
      expect(span).not.toHaveProperty('parentSpanId');
      expect(traceparent).toBe(`00-${span?.traceId}-${span?.spanId}-01`);
      expect(span?.traceId).not.toMatch(/^0+$/);
    },
  );

  it('skips unsampled requests and passes that decision to upstreams', async () => {
    await trace({ OTEL_TRACES_SAMPLER_ARG: '0' });
    const { traceparent } = (await get('/decks/7')).json();
    const sampled = (await get('/decks/7', `00-${traceId}-${spanId}-01`)).json();
    await tracing.stop();
    expect(traceparent).toMatch(/-00$/);
    expect(sampled.traceparent).toMatch(/-01$/);
    expect(spansReceived().map((span) => span.traceId)).toEqual([traceId]);
  });

  it('sends no spans of probes and scrapers', async () => {
    await trace();
    for (const path of ['/health/live', '/health/ready', '/metrics']) await get(path);
    await tracing.stop();
    expect(spansReceived()).toEqual([]);
  });

  it.each(['nothing', 503] as const)(
    'still responds while the collector returns %s, and logs once that spans are lost',
    async (response) => {
      respondWith = response;
      const warn = await trace({}, response === 'nothing' ? { sendMs: 200 } : {});
      // More than one export, then more than may wait for the next ones.
      for (let n = 0; n < 600; n++) expect((await get('/decks/7')).statusCode).toBe(200);
      const details = { service: 'decks', name: 'GET /decks/:id', kind: 'server' } as const;
      for (let n = 0; n < 3_000; n++) openSpan(details, currentContext())?.end({ hasFailed: false });
      expect((await get('/decks/7')).statusCode).toBe(200);
      await tracing.stop();
      expect(warn).toHaveBeenCalledOnce();
    },
  );
});

describe('a process without tracing', () => {
  it('forwards the trace headers unchanged', async () => {
    tracing = await startTracing({}, { warn: vi.fn<Log['warn']>() });
    const { traceparent } = (await get('/decks/7', `00-${traceId}-${spanId}-01`)).json();
    expect(traceparent).toBe(`00-${traceId}-${spanId}-01`);
    expect((await get('/decks/7')).json()).not.toHaveProperty('traceparent');
  });

  it('a process does not start with an invalid address of the trace collector', async () => {
    tracing = { stop: async () => undefined };
    await expect(
      startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' }, { warn: vi.fn<Log['warn']>() }),
    ).rejects.toThrow(ConfigurationInvalid);
  });
});
