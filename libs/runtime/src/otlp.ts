import type { Span, SpanSink } from './spans.ts';

export interface OtlpOptions {
  /** Address of a collector, without the path `/v1/traces`. */
  endpoint: string;
  headers: Record<string, string>;
  /** Share of new traces that is sampled. */
  share: number;
  /** Timeout of an export in milliseconds. The end of the process waits as long for the last export. */
  sendMs?: number;
  /** Called at the first lost span after a successful export. */
  onLoss(error: unknown): void;
}

export interface OtlpSink extends SpanSink {
  /** Sends the remaining spans, for at most `sendMs`. */
  stop(): Promise<void>;
}

const maxWaiting = 2_048;
const batchSize = 512;
const flushMs = 2_000;

const kinds = { server: 2, consumer: 5 } as const;
const failedStatus = 2;

const nanosOf = (ms: number) => String(BigInt(Math.round(ms * 1_000)) * 1_000n);

const attributesOf = (attributes: Record<string, string | number>) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));

const toOtlp = ({ traceId, spanId, parentId, name, kind, startedAt, ms, hasFailed, attributes }: Span) => ({
  traceId,
  spanId,
  ...(parentId === null ? {} : { parentSpanId: parentId }),
  name,
  kind: kinds[kind],
  startTimeUnixNano: nanosOf(startedAt),
  endTimeUnixNano: nanosOf(startedAt + ms),
  attributes: attributesOf(attributes ?? {}),
  status: hasFailed ? { code: failedStatus } : {},
});

/** Export request in OTLP's JSON, grouped by service: one process may run several. */
function requestOf(spans: readonly Span[]) {
  const services = Map.groupBy(spans, ({ service }) => service);
  return {
    resourceSpans: [...services].map(([service, own]) => ({
      resource: { attributes: attributesOf({ 'service.name': service, 'service.namespace': 'kumbuka' }) },
      scopeSpans: [{ scope: { name: '@kumbuka/runtime' }, spans: own.map(toOtlp) }],
    })),
  };
}

const addressOf = (endpoint: string) => `${endpoint.replace(/\/$/, '')}/v1/traces`;

/** Sends spans to a collector in batches by OTLP over HTTP. While the collector is unreachable, spans are lost. */
export function createOtlpSink({ endpoint, headers, share, sendMs = 2_000, onLoss }: OtlpOptions): OtlpSink {
  let waiting: Span[] = [];
  let sending: Promise<void> | null = null;
  let isLosing = false;

  function lose(error: unknown) {
    if (!isLosing) onLoss(error);
    isLosing = true;
  }

  async function send(spans: readonly Span[]) {
    const response = await fetch(addressOf(endpoint), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(requestOf(spans)),
      signal: AbortSignal.timeout(sendMs),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The collector responded with ${response.status}.`);
    isLosing = false;
  }

  /** One export at a time; spans queue meanwhile, up to a limit. */
  async function drain() {
    while (waiting.length > 0) await send(waiting.splice(0, batchSize)).catch(lose);
  }

  function flush(): Promise<void> {
    sending ??= drain().finally(() => (sending = null));
    return sending;
  }

  const timer = setInterval(() => void flush(), flushMs).unref();
  return {
    share,
    take(span) {
      if (waiting.length >= maxWaiting)
        return lose(new Error('Spans arrive faster than the collector accepts them.'));
      waiting.push(span);
      if (waiting.length >= batchSize) void flush();
    },
    async stop() {
      clearInterval(timer);
      const end = new Promise<void>((resolve) => setTimeout(resolve, sendMs).unref());
      await Promise.race([flush(), end]);
      waiting = [];
    },
  };
}
