/**
 * Runs two and then three instances of every process behind round-robin balancers. Checks that the guarantees of the
 * product hold across instances. Adding or stopping an instance must fail no request; killing one only requests that a
 * retry repeats. The argument `two` or `three` runs only that half.
 */

import { endTrial } from '../product/checks.ts';
import { startCluster, type Cluster } from './cluster.ts';
import { checkGroups } from './groups.ts';
import { ageKey, checkRotation, useNextKey } from './key-rotation.ts';
import { checkEpochs, killHolders, openStore } from './leases.ts';
import { limitsOfTrial, checkSharedLimits } from './shared-limits.ts';
import { checkSignOut } from './sign-out.ts';
import {
  checkLoad,
  checkOneRetry,
  checkUndisturbed,
  restartOneOfEach,
  startLoad,
  untilAllServe,
} from './under-load.ts';
import { newLearner } from '../product/learner.ts';

const wanted = process.argv.slice(2);
const isWanted = (half: string) => wanted.length === 0 || wanted.includes(half);

const began = performance.now();
const reportTime = (what: string) =>
  console.log(`       after ${Math.round((performance.now() - began) / 1_000)} s: ${what}`);

async function checkTwo(cluster: Cluster) {
  await checkGroups(cluster, 2);
  await checkSignOut(cluster);
  await checkSharedLimits(cluster);
  reportTime('two were tried');
}

async function checkThree(cluster: Cluster) {
  const store = await openStore(cluster);
  const former = await newLearner(cluster.rest, 'former');
  const load = await startLoad(cluster);
  await ageKey(store);
  await cluster.grow(1);
  await useNextKey(store);
  await checkGroups(cluster, 3);
  checkUndisturbed(cluster, load, 'a third instance of each');
  reportTime('three of each serve');

  await restartOneOfEach(cluster, load);
  reportTime('one of each kind received SIGTERM');
  const edges = (['gateway', 'rest-facade', 'web'] as const).flatMap(
    (name) => cluster.instancesOf(name)[1] ?? [],
  );
  await killHolders(cluster, store, edges);
  await untilAllServe(cluster);
  await checkGroups(cluster, 3);
  reportTime('one of each was killed');

  await load.stop();
  checkOneRetry(cluster, load);
  await checkLoad(cluster, load);
  checkEpochs(cluster);
  await checkRotation(cluster, store, former);
  await store.close();
}

const cluster = await startCluster(limitsOfTrial);
try {
  await cluster.grow(2);
  reportTime('two of each serve');
  if (isWanted('two')) await checkTwo(cluster);
  if (isWanted('three')) await checkThree(cluster);
} finally {
  await cluster.stop();
  reportTime('stopped');
}
endTrial('Several instances behave as one.');
