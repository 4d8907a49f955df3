import { internalHeaders } from '@kumbuka/contracts';
import type { Cluster, ProcessName } from './cluster.ts';
import type { Instance } from './instance.ts';

export interface InstanceRequest {
  method?: string;
  path: string;
  token?: string;
  body?: object;
}

export interface InstanceResponse<Body> {
  status: number;
  /** Code of an error. */
  code: string | undefined;
  body: Body;
}

const responseMs = 15_000;

/** Calls one instance directly, without facade, gateway and balancer, as one of these would. */
export async function callInstance<Body = unknown>(
  { internalKey }: Cluster,
  { url }: Instance,
  { method = 'GET', path, token, body }: InstanceRequest,
): Promise<InstanceResponse<Body>> {
  const response = await fetch(new URL(path, url), {
    method,
    headers: {
      [internalHeaders.key]: internalKey,
      [internalHeaders.ip]: '127.0.0.1',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    signal: AbortSignal.timeout(responseMs),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const parsed = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : null;
  return {
    status: response.status,
    code: parsed?.code ?? parsed?.errors?.[0]?.extensions?.code,
    body: parsed,
  };
}

/** Returns the first two instances of a kind. */
export function pairOf(cluster: Cluster, name: ProcessName): [Instance, Instance] {
  const [first, second] = cluster.instancesOf(name);
  if (!first || !second) throw new Error(`${name} has fewer than two instances.`);
  return [first, second];
}

/** Sends the same request to two instances of a kind at the same moment. */
export const callBoth = <Body>(
  cluster: Cluster,
  name: ProcessName,
  request: InstanceRequest,
): Promise<InstanceResponse<Body>[]> =>
  Promise.all(pairOf(cluster, name).map((instance) => callInstance<Body>(cluster, instance, request)));

export function countsOf(responses: readonly InstanceResponse<unknown>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { code, status } of responses) {
    const name = code ?? String(status);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

export const showCounts = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([name, count]) => `${count} x ${name}`)
    .join(', ');
