import { randomBytes } from 'node:crypto';
import { runInContext, type TraceContext } from './context.ts';

type Attributes = Readonly<Record<string, string | number>>;

export interface SpanFacts {
  service: string;
  /** As few different ones as there are routes or types of events. */
  name: string;
  kind: 'server' | 'consumer';
  attributes?: Attributes;
}

/** A piece of work that is over, as part of the trace of what caused it. */
export interface Span extends SpanFacts {
  traceId: string;
  spanId: string;
  /** Null at the beginning of a trace. */
  parentId: string | null;
  /** Milliseconds since 1970. */
  startedAt: number;
  ms: number;
  hasFailed: boolean;
}

export interface SpanSink {
  /** Of the traces that begin here, from 0 to 1; others are as their beginning decided. */
  share: number;
  take(span: Span): void;
}

/** A process has one, as it has one environment; null while nobody wants to see spans. */
let sink: SpanSink | null = null;

/** Hands all spans of this process to the sink from now on. */
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

/** Of a trace that begins here, the id alone says whether it is kept, in the same way everywhere. */
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
  /** Of the work within: what it asks and tells carries the span on. */
  context: TraceContext;
  end(result: { hasFailed: boolean; attributes?: Attributes; name?: string }): void;
}

/** Begins a span; null while nobody wants to see spans. */
export function openSpan(facts: SpanFacts, context: TraceContext): OpenSpan | null {
  const to = sink;
  if (!to) return null;
  const { traceId, spanId: parentId, isSampled } = parentOf(context, to.share);
  const spanId = randomBytes(8).toString('hex');
  const [startedAt, began] = [Date.now(), performance.now()];
  const traceparent = `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
  return {
    context: { ...context, traceparent },
    end({ hasFailed, attributes = {}, name = facts.name }) {
      if (!isSampled) return;
      const all = { ...facts.attributes, ...attributes };
      const ids = { traceId, spanId, parentId };
      to.take({
        ...facts,
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

/** Runs work as a span of the trace that the context is part of. */
export async function inSpan<Result>(
  facts: SpanFacts,
  context: TraceContext,
  work: () => Promise<Result>,
): Promise<Result> {
  const span = openSpan(facts, context);
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
