import { randomBytes } from 'node:crypto';
import { runInContext, type TraceContext } from './context.ts';

type Attributes = Readonly<Record<string, string | number>>;

export interface SpanDetails {
  service: string;
  /** One name per route or event type, without ids. */
  name: string;
  kind: 'server' | 'consumer';
  attributes?: Attributes;
}

/** Completed span of a trace. */
export interface Span extends SpanDetails {
  traceId: string;
  spanId: string;
  /** `null` for the root span. */
  parentId: string | null;
  /** Milliseconds since 1970. */
  startedAt: number;
  ms: number;
  hasFailed: boolean;
}

export interface SpanSink {
  /** Sampling share of new traces, 0 to 1; other traces follow the decision of their root. */
  share: number;
  take(span: Span): void;
}

/** One sink per process, as it has one environment; `null` without tracing. */
let sink: SpanSink | null = null;

/** Sends all spans of this process to the sink. */
export function collectSpans(next: SpanSink | null): void {
  sink = next;
}

interface Parent {
  traceId: string;
  spanId: string | null;
  isSampled: boolean;
}

const nothing = /^0+$/;
const sampledBit = 1;

/** The trace id alone decides about sampling, so all processes agree. */
function newTrace(share: number): Parent {
  const id = randomBytes(16);
  return { traceId: id.toString('hex'), spanId: null, isSampled: id.readUInt32BE(12) < share * 2 ** 32 };
}

function parentOf({ traceparent }: TraceContext, share: number): Parent {
  const [, traceId = '', spanId = '', flags = ''] = traceparent?.split('-') ?? [];
  if (nothing.test(traceId) || nothing.test(spanId) || traceId === '') return newTrace(share);
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & sampledBit) > 0 };
}

export interface OpenSpan {
  /** Context within the span, for requests and events. */
  context: TraceContext;
  end(result: { hasFailed: boolean; attributes?: Attributes; name?: string }): void;
}

/** Opens a span; `null` without tracing. */
export function openSpan(details: SpanDetails, context: TraceContext): OpenSpan | null {
  const to = sink;
  if (!to) return null;
  const { traceId, spanId: parentId, isSampled } = parentOf(context, to.share);
  const spanId = randomBytes(8).toString('hex');
  const [startedAt, began] = [Date.now(), performance.now()];
  const traceparent = `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
  return {
    context: { ...context, traceparent },
    end({ hasFailed, attributes = {}, name = details.name }) {
      if (!isSampled) return;
      const all = { ...details.attributes, ...attributes };
      const ids = { traceId, spanId, parentId };
      to.take({
        ...details,
        name,
        attributes: all,
        ...ids,
        startedAt,
        ms: performance.now() - began,
        hasFailed,
      });
    },
  };
}

/** Runs work in a span of the context's trace. */
export async function inSpan<Result>(
  details: SpanDetails,
  context: TraceContext,
  work: () => Promise<Result>,
): Promise<Result> {
  const span = openSpan(details, context);
  if (!span) return runInContext(context, work);
  try {
    const result = await runInContext(span.context, work);
    span.end({ hasFailed: false });
    return result;
  } catch (error) {
    span.end({ hasFailed: true });
    throw error;
  }
}
