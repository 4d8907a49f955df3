/**
 * Injects every fault of a server, a network or an election into every command of the write paths on a real MongoDB.
 * Checks that nothing is lost or stored twice and that no request gets a 500.
 */

import { databaseOf } from '@kumbuka/contracts';
import { startRealMongo } from '@kumbuka/real-servers/mongo';
import { mongo } from 'mongoose';
import { check, endTrial, serverErrors } from '../product/checks.ts';
import { appliesTo, commands, faults, withFault, type Command, type Fault } from './fail-points.ts';
import { writePaths, type WritePath } from './write-paths.ts';
import { adminKey } from '../operators/operator.ts';
import { startProduct, withoutLimits } from '../product/product.ts';
import { mongodOrNotRun } from '../product/stores.ts';

/** Two faults in a row exceed the driver's own retry. */
const times = 2;

interface Attempt {
  path: WritePath;
  fault: Fault;
  command: Command;
}

/** Tries one fault. Returns whether the service sent the command. */
async function tryFault(store: mongo.MongoClient, { path, fault, command }: Attempt) {
  const what = `${path.name} while ${command} meets ${fault.name}`;
  const aim = { appName: databaseOf(path.service), command, times };
  await path.prepare?.();
  const hits = await withFault(store, fault, aim, () => path.run()).catch((error: unknown) => {
    check(false, `${what}: ${String(error)}`);
    return 0;
  });
  for (const request of serverErrors.splice(0)) check(false, `${what}: ${request} got a 500`);
  return hits > 0;
}

/**
 * Tries the faults of a command. The path must meet all of them in its own commands. Others belong to jobs, such as the
 * sending of emails, or to new blocks of ids, and are tried until one fault meets none.
 */
async function tryCommand(store: mongo.MongoClient, path: WritePath, command: Command) {
  const isOwn = path.commands.includes(command);
  for (const fault of faults) {
    if (!appliesTo(fault, command) || (await tryFault(store, { path, fault, command }))) continue;
    if (!isOwn) return;
    check(false, `${path.name}: no ${command} meets ${fault.name}`);
  }
}

async function tryPath(store: mongo.MongoClient, path: WritePath) {
  const began = performance.now();
  for (const command of commands) await tryCommand(store, path, command);
  console.log(`       ${path.name}: ${faults.length} faults of ${path.commands.join(', ')}`);
  await path.verify();
  console.log(`       ${Math.round((performance.now() - began) / 1_000)} s`);
}

const server = await startRealMongo(mongodOrNotRun(), { parameters: ['enableTestCommands=1'] });
const store = await mongo.MongoClient.connect(server.uri(''));
// A learner retries a failed request until it succeeds, within seconds.
const env = {
  ...withoutLimits,
  GENERATIONS_PER_MINUTE: '1000',
  IP_SIGNUPS_PER_HOUR: '10000',
  IP_CODES_PER_HOUR: '10000',
  IP_CODE_TRIES_PER_HOUR: '10000',
  ADMIN_KEY: adminKey,
  MONGO_URL: server.uri(''),
};
const product = await startProduct({ env }).catch(async (error: unknown) => {
  await server.stop();
  throw error;
});
try {
  for (const path of await writePaths(product, store)) await tryPath(store, path);
} finally {
  check((await product.stop()) === 0, 'the product stopped with exit code 0');
  await store.close();
  await server.stop();
}
endTrial('Nothing lost, nothing twice.');
