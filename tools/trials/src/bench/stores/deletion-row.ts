import { createDemoUsers, deleteUsers, untilDeleted, untilMade } from '../../operators/operator.ts';
import type { Product } from '../../product/product.ts';
import type { Row } from './row.ts';

/** Measures the seconds to delete a number of accounts with all their data, at full speed. */
export async function deletionRow(product: Product, accounts: number): Promise<Row> {
  const input = { count: accounts, prefix: 'bench', emailDomain: 'school.example' };
  const created = await createDemoUsers(product, input);
  const { users } = await untilMade(product, created.id, () => undefined);
  const began = performance.now();
  const requested = { userIds: users.map(({ id }) => id), strategy: 'TURBO', commitPer: 'USER', sleepMs: 0 };
  const { deleted } = await untilDeleted(product, (await deleteUsers(product, requested)).id, 50);
  if (deleted !== accounts) throw new Error(`${deleted} of ${accounts} accounts were deleted.`);
  return { id: 'deletion', value: (performance.now() - began) / 1_000 };
}
