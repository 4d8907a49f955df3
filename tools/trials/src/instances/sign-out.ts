import { serviceNames } from '@kumbuka/contracts';
import { check, readUntil } from '../product/checks.ts';
import { newLearner, type Learner } from '../product/learner.ts';
import { callInstance, pairOf } from './call.ts';
import type { Cluster } from './cluster.ts';
import type { Instance } from './instance.ts';

const documentedMs = 5_000;
const allowedMs = 3 * documentedMs;

/** Whether an instance accepts the bearer of a learner. */
async function accepts(cluster: Cluster, instance: Instance, { token }: Learner): Promise<boolean> {
  const query = '{ __typename }';
  const { code } = await callInstance(cluster, instance, {
    method: 'POST',
    path: '/graphql',
    token,
    body: { query },
  });
  return code !== 'UNAUTHENTICATED';
}

async function untilRejected(cluster: Cluster, instance: Instance, learner: Learner): Promise<number> {
  const began = performance.now();
  await readUntil(
    () => accepts(cluster, instance, learner),
    (isAccepted) => !isAccepted,
    allowedMs,
    50,
  );
  return Math.round(performance.now() - began);
}

/** Services that reject a revoked bearer. Admin treats it as anonymous. */
const verifiers = serviceNames.filter((name) => name !== 'admin');

/** Checks that all instances reject a bearer in time after one instance revoked it. */
async function checkEdge(cluster: Cluster, path: string) {
  const learner = await newLearner(cluster.rest, 'leaving');
  const instances = verifiers.flatMap((name) => cluster.instancesOf(name));
  const before = await Promise.all(instances.map((instance) => accepts(cluster, instance, learner)));
  check(before.every(Boolean), `${path}: ${instances.length} instances accept the bearer before`);
  const [at] = pairOf(cluster, 'auth');
  await callInstance(cluster, at, { method: 'POST', path, token: learner.token });
  const times = await Promise.all(instances.map((instance) => untilRejected(cluster, instance, learner)));
  const slowest = Math.max(...times);
  check(
    slowest < allowedMs,
    `${path}: the last of them rejected it after ${slowest} ms (documented ${documentedMs})`,
  );
}

export async function checkSignOut(cluster: Cluster) {
  await Promise.all([checkEdge(cluster, '/logout'), checkEdge(cluster, '/auth/logout-all')]);
}
