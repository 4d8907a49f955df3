import { Unavailable } from '@kumbuka/contracts';
import type { Connection, mongo } from 'mongoose';

/** Longer than this after the store was lost, nothing that was under way then comes back. */
const lostAfterMs = 500;

type Fail = () => void;
type Client = ReturnType<Connection['getClient']>;

const underWay = new WeakMap<Client, Set<Fail>>();

const isLost = ({ newDescription }: mongo.TopologyDescriptionChangedEvent) =>
  [...newDescription.servers.values()].every(({ type }) => type === 'Unknown');

/** The work that is under way on a client, watched by one listener for all of it. */
function underWayOn(client: Client): Set<Fail> {
  const known = underWay.get(client);
  if (known) return known;
  const works = new Set<Fail>();
  underWay.set(client, works);
  client.on('topologyDescriptionChanged', (event) => {
    if (!isLost(event)) return;
    const lost = [...works];
    setTimeout(() => lost.forEach((fail) => fail()), lostAfterMs);
  });
  return works;
}

/**
 * Fails work that the store was lost under. The driver itself does not always notice: a command that is written to a
 * socket which closed a moment ago waits for ever.
 */
export function failWhenLost<Result>(connection: Connection, work: () => Promise<Result>): Promise<Result> {
  const works = underWayOn(connection.getClient());
  return new Promise<Result>((resolve, reject) => {
    const fail = () => reject(new Unavailable());
    works.add(fail);
    void work()
      .then(resolve, reject)
      .finally(() => works.delete(fail));
  });
}
