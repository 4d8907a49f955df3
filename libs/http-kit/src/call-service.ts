import { internalHeaders, nameOfCode, problem, ProductError, Unavailable } from '@kumbuka/contracts';
import type { z } from 'zod';

export interface ServiceClientOptions {
  baseUrl: string;
  internalKey: string;
  timeoutMs: number;
  /** Further tries after a failure of the network; never after an answer. */
  retries?: number;
  fetch?: typeof fetch;
}

export interface ServiceClient {
  get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>>;
  post<Schema extends z.ZodType>(path: string, body: unknown, schema: Schema): Promise<z.output<Schema>>;
}

async function failureOf(answer: Response): Promise<ProductError> {
  const told = problem.safeParse(await answer.json().catch(() => null));
  const name = told.success && answer.status < 500 ? nameOfCode(told.data.code) : null;
  return name ? new ProductError(name) : new Unavailable();
}

/** Calls another service's internal routes; throws the callee's ProductError, or Unavailable when it is away. */
export function callService(options: ServiceClientOptions): ServiceClient {
  const send = options.fetch ?? fetch;

  async function attempt(path: string, init: RequestInit): Promise<Response> {
    return send(new URL(path, options.baseUrl), { ...init, signal: AbortSignal.timeout(options.timeoutMs) });
  }

  async function call(path: string, init: RequestInit): Promise<Response> {
    for (let left = options.retries ?? 0; ; left--) {
      const answer = await attempt(path, init).catch(() => null);
      if (answer) return answer;
      if (left <= 0) throw new Unavailable();
    }
  }

  async function ask<Schema extends z.ZodType>(path: string, init: RequestInit, schema: Schema) {
    const headers = { [internalHeaders.key]: options.internalKey, 'content-type': 'application/json' };
    const answer = await call(path, { ...init, headers });
    if (!answer.ok) throw await failureOf(answer);
    return schema.parse(answer.status === 204 ? null : await answer.json());
  }

  return {
    get: (path, schema) => ask(path, { method: 'GET' }, schema),
    post: (path, body, schema) => ask(path, { method: 'POST', body: JSON.stringify(body) }, schema),
  };
}
