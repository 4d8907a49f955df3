import { pause } from '../measure.ts';
import type { Product } from '../product.ts';

/** What an operator asks of a product that was started with this key. */
export const adminKey = 'the-admin-key-of-a-trial';
const patienceMs = 180_000;
const answerMs = 10_000;

export interface Deletion {
  id: string;
  state: string;
  deleted: number;
  performance: string;
  counts: { service: string; kind: string; count: number }[];
}
const deletionFields = 'id state deleted performance counts { service kind count }';

export interface DemoBatch {
  id: string;
  state: string;
  made: number;
  furnished: number;
  users: { id: string; password: string | null }[];
}
const batchFields = 'id state made furnished users { id password }';

interface Answer<Result> {
  data?: Record<string, Result> | null;
}

/** Asks until the application, which may be dying, answers. */
async function ask<Result>(product: Product, query: string, variables: object): Promise<Result> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await pause(300)) {
    const answer = await fetch(product.graphql, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-admin-key': adminKey },
      body: JSON.stringify({ query, variables }),
      signal: AbortSignal.timeout(answerMs),
    }).then(
      (reply) => reply.json() as Promise<Answer<Result>>,
      () => null,
    );
    const [result] = Object.values(answer?.data ?? {});
    if (result) return result;
  }
  throw new Error('Operators got no answer.');
}

/** Looks again until it has ended, as the operators' screen does. */
async function untilEnded<Run extends { state: string }>(read: () => Promise<Run>, everyMs: number) {
  for (const end = Date.now() + patienceMs; ; await pause(everyMs)) {
    const run = await read();
    if (run.state !== 'RUNNING' || Date.now() > end) return run;
  }
}

export const deleteUsers = (product: Product, input: object) =>
  ask<Deletion>(
    product,
    `mutation ($input: DeleteUsersInput!) { deleteUsers(input: $input) { ${deletionFields} } }`,
    { input },
  );
export const untilDeleted = (product: Product, id: string, everyMs = 200) =>
  untilEnded(
    () => ask<Deletion>(product, `query ($id: ID!) { adminDeletion(id: $id) { ${deletionFields} } }`, { id }),
    everyMs,
  );

export const createDemoUsers = (product: Product, input: object) =>
  ask<DemoBatch>(
    product,
    `mutation ($input: CreateDemoUsersInput!) { createDemoUsers(input: $input) { ${batchFields} } }`,
    { input },
  );
export const untilMade = (product: Product, id: string, onProgress: (batch: DemoBatch) => void) =>
  untilEnded(async () => {
    const query = `query ($id: ID!) { adminDemoBatch(id: $id) { ${batchFields} } }`;
    const batch = await ask<DemoBatch>(product, query, { id });
    onProgress(batch);
    return batch;
  }, 1_000);
