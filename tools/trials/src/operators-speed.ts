import { check, endTrial } from './checks.ts';
import { show } from './measure.ts';
import {
  adminKey,
  createDemoUsers,
  deleteUsers,
  untilDeleted,
  untilMade,
  type DemoBatch,
} from './operators/operator.ts';
import { startProduct, withoutLimits, type Product } from './product.ts';

/**
 * How long operators wait on the embedded stack: 1,000 demo users with a password hash each, and deletions. Fails where
 * something takes three times as long as is wanted.
 */
const seconds = (began: number) => (performance.now() - began) / 1_000;

function judge(what: string, took: number, wanted: number) {
  check(took <= 3 * wanted, `${what}: ${show(took)} s, wanted ${wanted} s`);
}

async function makeUsers(product: Product, input: { count: number; prefix: string }, wanted: number) {
  const began = performance.now();
  const created = await createDemoUsers(product, { emailDomain: 'school.example', ...input });
  const seen: number[] = [];
  const batch = await untilMade(product, created.id, ({ made }) => void seen.push(made));
  judge(
    `${input.count} demo users (${Object.keys(input).slice(2).join(', ') || 'plain'})`,
    seconds(began),
    wanted,
  );
  check(batch.users.length === input.count, `${batch.users.length} users with ids and passwords`);
  console.log(`      progress as it was seen: ${seen.filter((_made, index) => index % 4 === 0).join(' ')}`);
  return batch;
}

async function removeSome(product: Product, { users }: DemoBatch, strategy: string, wanted: number) {
  const began = performance.now();
  const userIds = users.map(({ id }) => id);
  const { id } = await deleteUsers(product, { userIds, strategy, commitPer: 'USER', sleepMs: 0 });
  const ended = await untilDeleted(product, id, 50);
  judge(`${users.length} users ${strategy}`, seconds(began), wanted);
  check(ended.deleted === users.length, ended.performance);
}

const part = (batch: DemoBatch, start: number, end: number): DemoBatch => ({
  ...batch,
  users: batch.users.slice(start, end),
});

const product = await startProduct({ env: { ...withoutLimits, ADMIN_KEY: adminKey } });
try {
  const study = { starterDecks: 2, studyHistory: true };
  const full = await makeUsers(product, { count: 30, prefix: 'full', ...study }, 20);
  await removeSome(product, part(full, 0, 5), 'TURBO', 1);
  await removeSome(product, part(full, 5, 10), 'FAST', 1);
  await removeSome(product, part(full, 10, 15), 'SLOW', 2);
  const large = await makeUsers(product, { count: 1_000, prefix: 'large' }, 60);
  await removeSome(product, part(large, 0, 100), 'FAST', 10);
  await removeSome(product, part(large, 100, 1_000), 'TURBO', 20);
} finally {
  check((await product.stop()) === 0, 'the product stopped with exit code 0');
}
endTrial();
