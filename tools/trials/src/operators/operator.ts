import { randomUUID } from 'node:crypto';
import { readUntil, serverErrors } from '../product/checks.ts';
import { queryGraphQLAs } from '../product/learner.ts';
import type { Product } from '../product/product.ts';

/** Admin key with which trials start the product. */
export const adminKey = 'the-admin-key-of-a-trial';
const timeoutMs = 180_000;

export interface Deletion {
  id: string;
  state: string;
  deleted: number;
  performance: string;
  counts: { service: string; kind: string; count: number }[];
}
const deletionFields = 'id state deleted performance counts { service kind count }';

/**
 * Retries a request until the application responds, because a trial may kill it. The Idempotency-Key stays the same, so
 * that a mutation whose response was lost does not take effect twice.
 */
async function run<Result>({ graphql }: Product, query: string, variables: object): Promise<Result> {
  const headers = { 'x-admin-key': adminKey, 'idempotency-key': randomUUID() };
  const read = async () => {
    const { body } = await queryGraphQLAs<Record<string, Result>>(graphql, headers, query, variables);
    if (body.errors?.some(({ extensions }) => extensions?.code === 'INTERNAL')) serverErrors.push(query);
    return Object.values(body.data ?? {})[0];
  };
  const result = await readUntil(() => read().catch(() => undefined), Boolean, timeoutMs, 300);
  if (!result) throw new Error('The operator got no response.');
  return result;
}

export const deleteUsers = (product: Product, input: object) =>
  run<Deletion>(
    product,
    `mutation ($input: DeleteUsersInput!) { deleteUsers(input: $input) { ${deletionFields} } }`,
    { input },
  );
/** Polls until the work has ended, as the operators' screen does. */
export const untilDeleted = (product: Product, id: string, everyMs = 200) =>
  readUntil(
    () => run<Deletion>(product, `query ($id: ID!) { adminDeletion(id: $id) { ${deletionFields} } }`, { id }),
    ({ state }) => state !== 'RUNNING',
    timeoutMs,
    everyMs,
  );
