import { databaseOf, serviceNames, type ServiceName } from '@kumbuka/contracts';
import mongoose, { type Connection } from 'mongoose';
import { check, readUntil } from '../product/checks.ts';
import type { Cluster } from './cluster.ts';
import type { Instance } from './instance.ts';

/** A lease expires 6 s after its holder died, and the other instances check once a second. */
const documentedMs = 7_000;
const allowedMs = 3 * documentedMs;

interface LeaseRow {
  _id: string;
  epoch: number;
}

/** Opens a connection to the databases of the services. */
export async function openStore({ mongoUrl }: Cluster): Promise<Connection> {
  return mongoose.createConnection(mongoUrl, { serverSelectionTimeoutMS: 5_000 }).asPromise();
}

export const storeOf = (store: Connection, service: ServiceName) => store.useDb(databaseOf(service));

const epochOf = async (store: Connection, service: ServiceName): Promise<number> =>
  (
    await storeOf(store, service)
      .collection<LeaseRow>('leases')
      .findOne({ _id: `relay:${service}` })
  )?.epoch ?? 0;

/** Returns the epochs in which an instance relayed, according to its log. */
const epochsOf = (instance: Instance): number[] =>
  instance
    .log()
    .filter(({ msg }) => msg === 'this instance relays events')
    .map(({ epoch }) => Number(epoch));

/** Finds the instance that relays the events of a service. Waits while the lease changes its holder. */
async function holderOf(cluster: Cluster, store: Connection, service: ServiceName): Promise<Instance> {
  const find = async () => {
    const epoch = await epochOf(store, service);
    return cluster.instancesOf(service).find((instance) => epochsOf(instance).includes(epoch));
  };
  const holder = await readUntil(find, Boolean, allowedMs, 50);
  if (!holder) throw new Error(`No instance logged that it relays the events of ${service}.`);
  return holder;
}

async function untilTaken(store: Connection, service: ServiceName, before: number): Promise<number> {
  const began = performance.now();
  await readUntil(
    () => epochOf(store, service),
    (epoch) => epoch !== before,
    allowedMs,
    50,
  );
  return Math.round(performance.now() - began);
}

/** Kills all lease holders at once. Other instances must take over in time. */
export async function killHolders(cluster: Cluster, store: Connection, others: readonly Instance[]) {
  const holders = await Promise.all(serviceNames.map((service) => holderOf(cluster, store, service)));
  const epochs = await Promise.all(serviceNames.map((service) => epochOf(store, service)));
  for (const instance of [...holders, ...others]) instance.kill();
  const times = await Promise.all(
    serviceNames.map((service, index) => untilTaken(store, service, epochs[index] ?? 0)),
  );
  const slowest = Math.max(...times);
  check(
    slowest < allowedMs,
    `${holders.map(({ name }) => name).join(', ')} were killed; their leases were taken after ${times.join(', ')} ms (documented ${documentedMs})`,
  );
}

/** Checks that no two instances relayed in one epoch, which would mean at the same time. */
export function checkEpochs(cluster: Cluster) {
  const epochs = serviceNames.flatMap((service) =>
    cluster
      .instancesOf(service)
      .flatMap((instance) => [...new Set(epochsOf(instance))].map((epoch) => `${service} ${epoch}`)),
  );
  check(
    new Set(epochs).size === epochs.length,
    `each of ${epochs.length} epochs of ${serviceNames.length} relays belongs to one instance`,
  );
}
