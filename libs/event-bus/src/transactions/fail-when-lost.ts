import { Unavailable } from '@kumbuka/contracts';
import { startActiveTimer } from '@kumbuka/runtime';
import type { Connection, mongo } from 'mongoose';
import { withTimeout } from '../with-timeout.ts';

/** Milliseconds without a response of any server after which the store counts as lost. */
const lostAfterMs = 4_000;
/** Milliseconds without a primary after which the store counts as lost. An election takes 10 to 12 s. */
const leaderlessAfterMs = 15_000;
/** Time in milliseconds for a request that needs no store. */
const withoutStoreMs = 50;

type Fail = () => void;
type Client = ReturnType<Connection['getClient']>;

interface Store {
  pending: Set<Fail>;
  isSilent: boolean;
  isLeaderless: boolean;
}

const storesByClient = new WeakMap<Client, Store>();

const processOf = (server: mongo.ServerDescription | undefined) => server?.topologyVersion?.processId;

type Change = mongo.TopologyDescriptionChangedEvent;

/** Whether pending operations may wait for ever: every server is unavailable or restarted. */
const isInterrupted = ({ newDescription, previousDescription }: Change) =>
  [...newDescription.servers].every(([address, server]) => {
    const before = processOf(previousDescription.servers.get(address));
    return server.type === 'Unknown' || (before !== undefined && processOf(server)?.equals(before) === false);
  });

const isLeaderless = ({ newDescription }: Change) => newDescription.type === 'ReplicaSetNoPrimary';

/** State of the store behind a client, updated by one set of listeners. */
function storeOf(client: Client): Store {
  const existing = storesByClient.get(client);
  if (existing) return existing;
  const store: Store = { pending: new Set(), isSilent: false, isLeaderless: false };
  storesByClient.set(client, store);
  const failPending = () => [...store.pending].forEach((fail) => fail());
  // A client that probes rarely hears rarely.
  const silenceMs = Math.max(lostAfterMs, 2 * client.options.heartbeatFrequencyMS);
  const silence = startActiveTimer(silenceMs, () => {
    store.isSilent = true;
    failPending();
  });
  const election = startActiveTimer(leaderlessAfterMs, () => {
    store.isLeaderless = true;
    failPending();
  });
  election.stop();
  client.on('serverHeartbeatSucceeded', () => {
    store.isSilent = false;
    silence.restart();
  });
  client.on('topologyDescriptionChanged', (event) => {
    if (isInterrupted(event)) failLater([...store.pending]);
    if (!isLeaderless(event)) {
      store.isLeaderless = false;
      election.stop();
    } else if (event.previousDescription.type !== event.newDescription.type) election.restart();
  });
  client.on('topologyClosed', () => [silence, election].forEach((timer) => timer.stop()));
  return store;
}

/** Fails operations that are still pending some seconds after their servers were interrupted. */
const failLater = (pending: readonly Fail[]) =>
  void startActiveTimer(lostAfterMs, () => pending.forEach((fail) => fail()));

/** Whether no server has responded for 4 s (two probes when they are rarer), or the replica set has had no primary for 15 s. */
export function isStoreLost(connection: Connection): boolean {
  const store = storeOf(connection.getClient());
  return store.isSilent || store.isLeaderless;
}

/**
 * Fails an operation when the store is lost, or some seconds after it restarted between two probes. The driver does not
 * always notice: a command that is written to a socket that just closed waits forever.
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
 * Circuit breaker: like `failWhenLost`, but while the store is lost the work gets only 50 ms, enough for a request that
 * needs no store. Otherwise each request in a queue would wait for the store, one after the other.
 */
export async function failSoonWhenLost<Result>(
  connection: Connection,
  work: () => Promise<Result>,
): Promise<Result> {
  const isLost = isStoreLost(connection);
  const result = failWhenLost(connection, work);
  return isLost ? withTimeout(withoutStoreMs, result, () => new Unavailable()) : result;
}
