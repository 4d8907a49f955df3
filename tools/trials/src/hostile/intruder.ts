/**
 * Publishes on every topic of a started product (`-- --split`) as every client except its owner, and reads its files as
 * another user of the machine. Tests of services and of the ports attack addresses, events, payments and limits.
 */

import { serviceNames, topicOf, type ServiceName } from '@kumbuka/contracts';
import { kafkaBroker } from '@kumbuka/embedded/addresses';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { check, endTrial } from '../product/checks.ts';
import { loginOf, publishAs } from '../faults/poison.ts';
import { portOf, startProduct } from '../product/product.ts';

const product = await startProduct({ args: process.argv.slice(2) });

const isRejected = (name: ServiceName | null, topic: string): Promise<boolean> =>
  publishAs(name && loginOf(product.dataDir, name), kafkaBroker(portOf(product, 'kafka')), topic, '{}').then(
    () => false,
    (error: unknown) => /authorization failed/i.test(String(error)),
  );

async function checkForeignTopics() {
  for (const owner of serviceNames) {
    const others = [null, ...serviceNames.filter((name) => name !== owner && name !== 'admin')];
    const rejected = await Promise.all(others.map((name) => isRejected(name, topicOf(owner))));
    check(rejected.every(Boolean), `no client but its owner and admin can write ${topicOf(owner)}`);
  }
}

/** Finds folders that other users of the machine can read. */
const openBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => (statSync(path).mode & 0o077) !== 0);

function checkFilesAndWarnings() {
  const open = openBelow(product.dataDir);
  check(open.length === 0, `no data folder is readable for other users ${open.join(', ')}`);
  const logs = join(product.dataDir, 'logs');
  const warned = readdirSync(logs).filter((name) => /Warning:/.test(readFileSync(join(logs, name), 'utf8')));
  check(warned.length === 0, `no process printed a warning of Node ${warned.join(', ')}`);
}

try {
  await checkForeignTopics();
  checkFilesAndWarnings();
} finally {
  check((await product.stop()) === 0, 'the product stopped with exit code 0');
}
endTrial();
