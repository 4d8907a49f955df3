import { Unavailable } from '@kumbuka/contracts';
import type { Connection, mongo } from 'mongoose';
import { withTimeout } from '../with-timeout.ts';

/** Milliseconds in which pending operations may still succeed after the store was lost; the driver retries for 300. */
const lostAfterMs = 350;
/** Time in milliseconds for a request that needs no store. */
const withoutStoreMs = 50;

type Fail = () => void;
type Client = ReturnType<Connection['getClient']>;

interface Store {
  pending: Set<Fail>;
  /** Monotonic time in milliseconds at which the last server stopped responding; `null` while one responds. */
  lostAt: number | null;
}

const storesByClient = new WeakMap<Client, Store>();

const processOf = (server: mongo.ServerDescription | undefined) => server?.topologyVersion?.processId;

type Change = mongo.TopologyDescriptionChangedEvent;

const respondsNowhere = ({ newDescription }: Change) =>
  [...newDescription.servers.values()].every(({ type }) => type === 'Unknown');

/** Whether pending operations can no longer succeed: every server is unavailable or restarted. */
const isLost = ({ newDescription, previousDescription }: Change) =>
  [...newDescription.servers].every(([address, server]) => {
    const before = processOf(previousDescription.servers.get(address));
    return server.type === 'Unknown' || (before !== undefined && processOf(server)?.equals(before) === false);
  });

/** State of the store behind a client, updated by one listener. */
function storeOf(client: Client): Store {
  const existing = storesByClient.get(client);
  if (existing) return existing;
  const store: Store = { pending: new Set(), lostAt: null };
  storesByClient.set(client, store);
  client.on('topologyDescriptionChanged', (event) => {
    store.lostAt = respondsNowhere(event) ? (store.lostAt ?? performance.now()) : null;
    if (!isLost(event)) return;
    const lost = [...store.pending];
    setTimeout(() => lost.forEach((fail) => fail()), lostAfterMs);
  });
  return store;
}

/**
 * Fails an operation when the store is lost, or restarts between two probes. The driver does not always notice: a command
 * that is written to a socket that just closed waits forever.
 */
export function failWhenLost<Result>(connection: Connection, work: () => Promise<Result>): Promise<Result> {
  const { pending } = storeOf(connection.getClient());
  return new Promise<Result>((resolve, reject) => {
    const fail = () => reject(new Unavailable());
    const settle =
      <Value>(end: (value: Value) => void) =>
      (value: Value) => {
        pending.delete(fail);
        end(value);
      };
    pending.add(fail);
    work().then(settle(resolve), settle(reject));
  });
}

/**
 * Like `failWhenLost`, but while the store is lost the work gets only 50 ms, enough for a request that needs no store.
 * Otherwise each request in a queue would wait for the store, one after the other.
 */
export async function failSoonWhenLost<Result>(
  connection: Connection,
  work: () => Promise<Result>,
): Promise<Result> {
  const { lostAt } = storeOf(connection.getClient());
  const result = failWhenLost(connection, work);
  if (lostAt === null || performance.now() - lostAt < lostAfterMs) return result;
  return withTimeout(withoutStoreMs, result, () => new Unavailable());
}
