import { replyTo, type World } from './replies.ts';

/**
 * Fault of a call: a proxy responds with 502, the response is lost after the server did the work, or no response ever
 * comes.
 */
export type Fault = 'refused' | 'lost' | 'hung';

interface Call {
  operationName: string;
  query: string;
  variables: Record<string, unknown>;
}

/** Server's response to a repeat of a call that succeeded. */
type Repeated = Record<string, { code: string; message: string }>;

interface NetworkOptions {
  world: World;
  repeated: Repeated;
  /** Operation that revokes its own token. */
  revokes: string | null;
}

const signInAgain = { code: 'UNAUTHENTICATED', message: 'Please sign in.' };

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/graphql-response+json' },
  });

async function hang(signal: AbortSignal | null | undefined): Promise<never> {
  // A late call may have been aborted already.
  signal?.throwIfAborted();
  return new Promise((_resolve, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true }),
  );
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A mocked network and server for the client, with faults that a test injects by operation. */
export function createNetwork({ world, repeated, revokes }: NetworkOptions) {
  const faults = new Map<string, Fault>();
  const lateMs = new Map<string, number>();
  const twice = new Set<string>();
  /** Idempotency-Keys of the calls that reached the server, by operation. */
  const keys = new Map<string, (string | null)[]>();
  const ended = new Set<string | null>();
  const called: string[] = [];

  const refusalOf = (name: string, headers: Headers) => {
    const token = headers.get('authorization');
    if (token !== null && ended.has(token)) return signInAgain;
    if (name === revokes) ended.add(token);
    return keys.has(name) ? repeated[name] : undefined;
  };
  const serve = ({ operationName, query, variables }: Call, headers: Headers) => {
    const refusal = refusalOf(operationName, headers);
    keys.set(operationName, [...(keys.get(operationName) ?? []), headers.get('idempotency-key')]);
    if (!refusal) return replyTo(world, query, variables);
    const { code, message } = refusal;
    return { data: null, errors: [{ message, extensions: { code } }] };
  };

  const respond: typeof fetch = async (_input, init) => {
    const call: Call = JSON.parse(String(init?.body));
    const name = call.operationName;
    called.push(name);
    await pause(lateMs.get(name) ?? 0);
    const fault = faults.get(name);
    if (fault === 'hung') return hang(init?.signal);
    if (fault === 'refused') return json({}, 502);
    const headers = new Headers(init?.headers);
    const reply = serve(call, headers);
    if (fault === 'lost') throw new TypeError('Failed to fetch');
    return json(twice.has(name) ? serve(call, headers) : reply);
  };

  return {
    fetch: respond,
    injectFault: (name: string, fault: Fault) => faults.set(name, fault),
    /** Delivers the next calls late, and twice. */
    deliverLateAndTwice: (name: string) => {
      faults.delete(name);
      lateMs.set(name, 150);
      twice.add(name);
    },
    timesCalled: (name: string) => called.filter((each) => each === name).length,
    /** Number of things that the server created by an operation: one for each Idempotency-Key. */
    createdCount: (name: string) => new Set(keys.get(name) ?? []).size,
  };
}
