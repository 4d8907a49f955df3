import { serviceNames } from '@kumbuka/contracts';
import { check, readUntil } from '../checks.ts';
import { newLearner, type Learner } from '../learner.ts';
import { callInstance, pairOf } from './call.ts';
import type { Cluster } from './cluster.ts';
import type { Instance } from './instance.ts';

const statedMs = 5_000;
const allowedMs = 3 * statedMs;

/** Whether an instance takes the bearer of a learner. */
async function takes(cluster: Cluster, instance: Instance, { token }: Learner): Promise<boolean> {
  const query = '{ __typename }';
  const { code } = await callInstance(cluster, instance, {
    method: 'POST',
    path: '/graphql',
    token,
    body: { query },
  });
  return code !== 'UNAUTHENTICATED';
}

async function untilRefused(cluster: Cluster, instance: Instance, learner: Learner): Promise<number> {
  const began = performance.now();
  await readUntil(
    () => takes(cluster, instance, learner),
    (isTaken) => !isTaken,
    allowedMs,
    50,
  );
  return Math.round(performance.now() - began);
}

/** Admin refuses nobody: with a bad bearer one is a stranger there. */
const verifiers = serviceNames.filter((name) => name !== 'admin');

/** A bearer that was taken back at one instance is refused by every other one in time. */
async function tryEdge(cluster: Cluster, path: string) {
  const learner = await newLearner(cluster.rest, 'leaving');
  const instances = verifiers.flatMap((name) => cluster.instancesOf(name));
  const before = await Promise.all(instances.map((instance) => takes(cluster, instance, learner)));
  check(before.every(Boolean), `${path}: ${instances.length} instances take the bearer before`);
  const [at] = pairOf(cluster, 'auth');
  await callInstance(cluster, at, { method: 'POST', path, token: learner.token });
  const times = await Promise.all(instances.map((instance) => untilRefused(cluster, instance, learner)));
  const slowest = Math.max(...times);
  check(slowest < allowedMs, `${path}: the last of them refused it after ${slowest} ms (stated ${statedMs})`);
}

export async function trySignOut(cluster: Cluster) {
  await Promise.all([tryEdge(cluster, '/logout'), tryEdge(cluster, '/auth/logout-all')]);
}
