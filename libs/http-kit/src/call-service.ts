import {
  entryOf,
  internalHeaders,
  problem,
  ProductError,
  Unavailable,
  type RestRoute,
} from '@kumbuka/contracts';
import { Agent, request, type Dispatcher } from 'undici';
import type { z } from 'zod';
import { traceHeaders } from './context.ts';
import { keptAlive } from './kept-alive.ts';
import { addressOf } from './upstream.ts';

export interface ServiceClientOptions {
  baseUrl: string;
  internalKey: string;
  /** Milliseconds that one try may take, its body included. */
  timeoutMs: number;
  /** Further tries of a GET that got no answer; never after an answer. */
  retries?: number;
}

/** Addresses are text: whatever stands for a value there is written as one. */
type Value = string | number | boolean;
type Values<Schema extends z.ZodObject> = {
  [Name in keyof z.input<Schema>]: undefined extends z.input<Schema>[Name] ? Value | undefined : Value;
};

/** What fills a declared route. */
export type Question<Route extends RestRoute> = (Route extends { params: infer Params extends z.ZodObject }
  ? { params: Values<Params> }
  : unknown) &
  (Route extends { query: infer Query extends z.ZodObject } ? { query: Values<Query> } : unknown) &
  (Route extends { body: infer Body extends z.ZodObject } ? { body: z.input<Body> } : unknown);

export type AnswerOf<Route extends RestRoute> = Route extends { answer: infer Answer extends z.ZodType }
  ? z.output<Answer>
  : undefined;

export interface ServiceClient {
  /**
   * The parsed answer of a declared route. Throws the callee's ProductError where the route declares it, and Unavailable
   * when the callee is away, hangs or refuses otherwise.
   */
  ask<Route extends RestRoute>(
    route: Route,
    question: Question<Route> & AnyQuestion,
  ): Promise<AnswerOf<Route>>;
}

interface AnyQuestion {
  params?: object;
  query?: object;
  body?: object;
}

const textsOf = (values: object = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/** What does not fit its schema never becomes part of an address. */
function pathOf(route: RestRoute, { params, query }: AnyQuestion): string {
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

interface Answer {
  status: number;
  text: string;
  /** Seconds. */
  retryAfter: number | null;
}

function retryAfterOf({ headers }: Dispatcher.ResponseData): number | null {
  const seconds = Number(headers['retry-after'] ?? NaN);
  return Number.isFinite(seconds) ? seconds : null;
}

/** What the route declares is an answer; anything else is none of the caller's business. */
function failureOf({ owner, operationId, errors = [] }: RestRoute, { status, text, retryAfter }: Answer) {
  const told = problem.safeParse(jsonOf(text));
  const named = errors.filter((each) => told.success && entryOf(each).code === told.data.code);
  // Several errors may share a code; their sentences differ.
  const name = named.find((each) => entryOf(each).sentence === told.data?.error) ?? named[0];
  return name
    ? new ProductError(name, retryAfter === null ? {} : { retryAfterSeconds: retryAfter })
    : new Unavailable(new Error(`${owner} answered ${status} to ${operationId}.`));
}

const dispatcher = new Agent(keptAlive);

/** Asks another service's internal routes, with the request id and the trace of the work at hand. */
export function callService(options: ServiceClientOptions): ServiceClient {
  const { baseUrl, internalKey, timeoutMs, retries = 0 } = options;

  async function attempt(route: RestRoute, path: string, body: string | null) {
    const type = body === null ? {} : { 'content-type': 'application/json' };
    const answer = await request(new URL(path, baseUrl), {
      dispatcher,
      method: route.method,
      headers: { ...traceHeaders(), ...type, [internalHeaders.key]: internalKey },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: answer.statusCode, text: await answer.body.text(), retryAfter: retryAfterOf(answer) };
  }

  async function send(route: RestRoute, path: string, body: string | null) {
    for (let left = route.method === 'GET' ? retries : 0; ; left--) {
      const tried = await attempt(route, path, body).catch((error: unknown) => ({ error }));
      if (!('error' in tried)) return tried;
      if (left <= 0) throw new Unavailable(tried.error);
    }
  }

  function ask<Route extends RestRoute>(
    route: Route,
    question: Question<Route> & AnyQuestion,
  ): Promise<AnswerOf<Route>>;
  async function ask(route: RestRoute, question: AnyQuestion): Promise<unknown> {
    const body = question.body === undefined ? null : JSON.stringify(question.body);
    const answer = await send(route, pathOf(route, question), body);
    if (answer.status >= 300) throw failureOf(route, answer);
    return route.answer?.parse(jsonOf(answer.text));
  }

  return { ask };
}
