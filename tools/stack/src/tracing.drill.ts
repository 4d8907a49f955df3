import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { json } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { freePortFrom } from './ports.ts';
import { aLearner, type Client } from './testing/learner.ts';
import { publicPorts, start, untilReady, type Start } from './testing/product.ts';

const SLOW_MS = 240_000;

const named = z.object({ key: z.string(), value: z.object({ stringValue: z.string().optional() }) });
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(named) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
            }),
          ),
        }),
      ),
    }),
  ),
});

interface Seen {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string | undefined;
}

/** A collector that speaks OTLP over HTTP. */
async function aCollector(port: number) {
  const seen: Seen[] = [];
  const server = createServer(async (request, reply) => {
    const { resourceSpans } = exported.parse(await json(request));
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      for (const { spans } of scopeSpans) seen.push(...spans.map((span) => ({ service, ...span })));
    }
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    seen,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const createDeck = `mutation ($input: CreateDeckInput!) {
  createDeck(input: $input) { id title progress { dueCount } }
}`;

describe.each([
  ['with every service in a process of its own', ['--split'], ['web', 'gateway']],
  ['with all services in one process', [], ['web']],
])('a product that is traced, %s', { timeout: SLOW_MS }, (_how, words, edges) => {
  let dataDir: string;
  let running: Start;
  let web: string;
  let learner: Client;
  let collector: Awaited<ReturnType<typeof aCollector>>;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'tracing-'));
    const port = await freePortFrom(18_000 + (process.pid % 1_000), new Set());
    collector = await aCollector(port);
    const ports = await publicPorts();
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` };
    running = start({ KUMBUKA_DATA_DIR: dataDir, ...ports, ...endpoint }, ...words);
    [web = ''] = await untilReady(running);
    learner = await aLearner(Number(ports['REST_PORT']));
  }, SLOW_MS);
  afterAll(async () => {
    running?.process.kill('SIGTERM');
    await running?.ended;
    collector?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }, SLOW_MS);

  it('a product that is traced, %s shows what one call of the web client did in gateway, services and those that heard of it', async () => {
    const about = { description: 'Of Kenya', subject: 'Geography', category: 'School', difficulty: 2 };
    const response = await fetch(`${web}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${learner.token}` },
      body: JSON.stringify({ query: createDeck, variables: { input: { title: 'Rivers', ...about } } }),
    });
    expect(await response.json()).toMatchObject({ data: { createDeck: { title: 'Rivers' } } });

    const heard = (span: Seen) =>
      span.service === 'study-progress' && span.name === 'process decks.deck-created';
    const consumer = await vi.waitFor(
      () => {
        const found = collector.seen.find(heard);
        expect(found).toBeDefined();
        return found;
      },
      { timeout: 30_000, interval: 200 },
    );
    await vi.waitFor(
      () => {
        const trace = collector.seen.filter(({ traceId }) => traceId === consumer?.traceId);
        const of = (service: string) =>
          trace.find((span) => span.service === service && span.name === 'POST /graphql');
        const spanIds = edges.map((edge) => of(edge)?.spanId);
        expect(spanIds).not.toContain(undefined);
        const parents = [...edges, 'decks', 'study-progress'].map((service) => of(service)?.parentSpanId);
        expect(parents).toEqual([undefined, ...spanIds, spanIds.at(-1)]);
        expect(consumer?.parentSpanId).toBe(of('decks')?.spanId);
      },
      { timeout: 10_000, interval: 200 },
    );
  });
});
