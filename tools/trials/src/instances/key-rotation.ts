import { serviceNames } from '@kumbuka/contracts';
import type { Connection } from 'mongoose';
import { check, readUntil } from '../product/checks.ts';
import { newLearner, type Learner } from '../product/learner.ts';
import { callInstance } from './call.ts';
import type { Cluster } from './cluster.ts';
import type { Instance } from './instance.ts';
import { storeOf } from './leases.ts';

/** Each instance of auth reloads the keys once a minute. */
const documentedMs = 60_000;
const allowedMs = 3 * documentedMs;
const monthMs = 31 * 24 * 3_600_000;

interface KeyRow {
  _id: string;
  generation: number;
  signsFrom: Date;
}

const keysOf = (store: Connection) => storeOf(store, 'auth').collection<KeyRow>('signing_keys');

/** Ages the key by a month, so that the next instance of auth that starts creates another one. */
export async function ageKey(store: Connection) {
  await keysOf(store).updateOne({ generation: 1 }, { $set: { signsFrom: new Date(Date.now() - monthMs) } });
}

/** Ages the new key by the minutes during which it does not sign yet. */
export async function useNextKey(store: Connection) {
  const { matchedCount } = await keysOf(store).updateOne(
    { generation: 2 },
    { $set: { signsFrom: new Date(Date.now() - 1_000) } },
  );
  check(matchedCount === 1, 'the third instance of auth created the next signing key');
}

const keyIdOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;

async function tokenFrom(
  cluster: Cluster,
  instance: Instance,
  { email, password }: Learner,
): Promise<string> {
  const request = { method: 'POST', path: '/login', body: { email, password } };
  return (await callInstance<{ access_token: string }>(cluster, instance, request)).body.access_token;
}

const untilSignedBy = (cluster: Cluster, instance: Instance, learner: Learner, keyId: string) =>
  readUntil(
    () => tokenFrom(cluster, instance, learner),
    (token) => keyIdOf(token) === keyId,
    allowedMs,
    1_000,
  );

async function isTaken(cluster: Cluster, instance: Instance, token: string): Promise<boolean> {
  const request = { method: 'POST', path: '/graphql', token, body: { query: '{ __typename }' } };
  return (await callInstance(cluster, instance, request)).code === undefined;
}

/** Checks that every instance of auth signs with the new key, and that every service accepts both keys at once. */
export async function checkRotation(cluster: Cluster, store: Connection, former: Learner) {
  const began = performance.now();
  const next = await keysOf(store).findOne({ generation: 2 });
  const learner = await newLearner(cluster.rest, 'rotated');
  const signers = cluster.instancesOf('auth');
  const tokens = await Promise.all(
    signers.map((instance) => untilSignedBy(cluster, instance, learner, next?._id ?? '')),
  );
  const signed = tokens.filter((token) => keyIdOf(token) === next?._id).length;
  check(
    signed === signers.length,
    `${signed} of ${signers.length} instances of auth sign with the new key, waited ${Math.round(performance.now() - began)} ms (documented ${documentedMs})`,
  );
  const verifiers = serviceNames.flatMap((name) => cluster.instancesOf(name));
  const taken = await Promise.all(
    verifiers.flatMap((instance) =>
      [...tokens, former.token].map((token) => isTaken(cluster, instance, token)),
    ),
  );
  const rejected = taken.filter((each) => !each).length;
  check(
    rejected === 0,
    `${verifiers.length} instances accept tokens of both keys: ${rejected} of ${taken.length} rejected`,
  );
}
