import {
  entryOf,
  internalHeaders,
  problem,
  ProductError,
  Unavailable,
  type RestRoute,
} from '@kumbuka/contracts';
import { activeTimeout, traceHeaders } from '@kumbuka/runtime';
import { Agent, request, type Dispatcher } from 'undici';
import type { z } from 'zod';
import { keptAlive } from '../server/kept-alive.ts';
import { createLivenessProbe, type LivenessProbe } from './liveness-probe.ts';
import { addressOf } from './upstream.ts';

export interface ServiceClientOptions {
  baseUrl: string;
  internalKey: string;
  /** Timeout of one attempt in milliseconds in which this process runs, including the body. */
  timeoutMs: number;
  /** Retries of a GET without a response; a response is never retried. */
  retries?: number;
}

/** Value that is written as text in the address. */
type Value = string | number | boolean;
type Values<Schema extends z.ZodObject> = {
  [Name in keyof z.input<Schema>]: undefined extends z.input<Schema>[Name] ? Value | undefined : Value;
};

/** Parameters, query and body of a declared route. */
export type CallInput<Route extends RestRoute> = (Route extends { params: infer Params extends z.ZodObject }
  ? { params: Values<Params> }
  : unknown) &
  (Route extends { query: infer Query extends z.ZodObject } ? { query: Values<Query> } : unknown) &
  (Route extends { body: infer Body extends z.ZodObject } ? { body: z.input<Body> } : unknown);

export type ResponseOf<Route extends RestRoute> = Route extends { response: infer Response extends z.ZodType }
  ? z.output<Response>
  : undefined;

export interface ServiceClient {
  /**
   * Calls a declared route and parses the response. Throws the callee's `ProductError` if the route declares
   * it, and `Unavailable` when the callee cannot be reached, hangs or fails otherwise.
   */
  call<Route extends RestRoute>(route: Route, input: CallInput<Route> & AnyInput): Promise<ResponseOf<Route>>;
}

interface AnyInput {
  params?: object;
  query?: object;
  body?: object;
}

const textsOf = (values: object = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/** Validates values before they become part of an address. */
function pathOf(route: RestRoute, { params, query }: AnyInput): string {
  const texts = { params: textsOf(params), query: textsOf(query) };
  route.params?.parse(texts.params);
  route.query?.parse(texts.query);
  return addressOf({ route, ...texts, headers: {} });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface RawResponse {
  status: number;
  text: string;
  /** Seconds. */
  retryAfter: number | null;
}

function retryAfterOf({ headers }: Dispatcher.ResponseData): number | null {
  const seconds = Number(headers['retry-after'] ?? NaN);
  return Number.isFinite(seconds) ? seconds : null;
}

/** Converts an error response: a declared error keeps its name, any other becomes `Unavailable`. */
function failureOf(
  { owner, operationId, errors = [] }: RestRoute,
  { status, text, retryAfter }: RawResponse,
) {
  const body = problem.safeParse(jsonOf(text));
  const sameCode = errors.filter((each) => body.success && entryOf(each).code === body.data.code);
  // Several errors may share a code; their sentences differ.
  const name = sameCode.find((each) => entryOf(each).sentence === body.data?.error) ?? sameCode[0];
  return name
    ? new ProductError(name, retryAfter === null ? {} : { retryAfterSeconds: retryAfter })
    : new Unavailable(new Error(`${owner} responded with ${status} to ${operationId}.`));
}

const dispatcher = new Agent(keptAlive);

const probes = new Map<string, LivenessProbe>();
/** Returns the probe of the process at an address, which all its clients share. */
function probeOf(baseUrl: string): LivenessProbe {
  const { origin } = new URL(baseUrl);
  const existing = probes.get(origin);
  if (existing) return existing;
  const probe = createLivenessProbe(origin);
  probes.set(origin, probe);
  return probe;
}

/** Calls internal routes of another service, with the request id and trace of the current work. */
export function callService(options: ServiceClientOptions): ServiceClient {
  const { baseUrl, internalKey, timeoutMs, retries = 0 } = options;

  async function attempt(route: RestRoute, path: string, body: string | null) {
    const type = body === null ? {} : { 'content-type': 'application/json' };
    const timeout = activeTimeout(timeoutMs);
    const work = probeOf(baseUrl).guard(async (signal) => {
      const response = await request(new URL(path, baseUrl), {
        dispatcher,
        method: route.method,
        headers: { ...traceHeaders(), ...type, [internalHeaders.key]: internalKey },
        body,
        signal: AbortSignal.any([signal, timeout.signal]),
      });
      return {
        status: response.statusCode,
        text: await response.body.text(),
        retryAfter: retryAfterOf(response),
      };
    });
    return work.finally(timeout.end);
  }

  async function send(route: RestRoute, path: string, body: string | null) {
    for (let left = route.method === 'GET' ? retries : 0; ; left--) {
      const outcome = await attempt(route, path, body).catch((error: unknown) => ({ error }));
      if (!('error' in outcome)) return outcome;
      if (left <= 0) throw new Unavailable(outcome.error);
    }
  }

  function call<Route extends RestRoute>(
    route: Route,
    input: CallInput<Route> & AnyInput,
  ): Promise<ResponseOf<Route>>;
  async function call(route: RestRoute, input: AnyInput): Promise<unknown> {
    const body = input.body === undefined ? null : JSON.stringify(input.body);
    const response = await send(route, pathOf(route, input), body);
    if (response.status >= 300) throw failureOf(route, response);
    return route.response?.parse(jsonOf(response.text));
  }

  return { call };
}
