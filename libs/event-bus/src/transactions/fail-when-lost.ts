import { Unavailable } from '@kumbuka/contracts';
import type { Connection, mongo } from 'mongoose';

/** How long pending operations may still succeed after the store was lost, in milliseconds; the driver retries for 300. */
const lostAfterMs = 350;

type Fail = () => void;
type Client = ReturnType<Connection['getClient']>;

const pendingByClient = new WeakMap<Client, Set<Fail>>();

const processOf = (server: mongo.ServerDescription | undefined) => server?.topologyVersion?.processId;

/** Whether no server is left that pending operations could still wait for: each is away or another process. */
const isLost = ({ newDescription, previousDescription }: mongo.TopologyDescriptionChangedEvent) =>
  [...newDescription.servers].every(([address, server]) => {
    const before = processOf(previousDescription.servers.get(address));
    return server.type === 'Unknown' || (before !== undefined && processOf(server)?.equals(before) === false);
  });

/** Pending operations of a client, served by one listener. */
function pendingOn(client: Client): Set<Fail> {
  const pending = pendingByClient.get(client);
  if (pending) return pending;
  const works = new Set<Fail>();
  pendingByClient.set(client, works);
  client.on('topologyDescriptionChanged', (event) => {
    if (!isLost(event)) return;
    const lost = [...works];
    setTimeout(() => lost.forEach((fail) => fail()), lostAfterMs);
  });
  return works;
}

/**
 * Fails an operation when the store is lost, or restarts between two probes. The driver does not always notice: a command
 * that is written to a socket that just closed waits forever.
 */
export function failWhenLost<Result>(connection: Connection, work: () => Promise<Result>): Promise<Result> {
  const works = pendingOn(connection.getClient());
  return new Promise<Result>((resolve, reject) => {
    const fail = () => reject(new Unavailable());
    works.add(fail);
    void work()
      .then(resolve, reject)
      .finally(() => works.delete(fail));
  });
}
