import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';

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

export interface Span {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string | undefined;
}

/** A collector that speaks OTLP over HTTP. */
export async function aCollector(port: number) {
  const spans: Span[] = [];
  const server = createServer(async (request, reply) => {
    const { resourceSpans } = exported.parse(await json(request));
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ service, ...span })));
    }
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
