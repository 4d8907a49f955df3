import { prepareCollections } from '@kumbuka/service-kit';
import { watchCommands, type WatchedMongo } from '@kumbuka/service-kit/testing';
import { startStack, type TestStack } from '@kumbuka/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditEntry, type AuditFilter } from '../domain/audit/audit.ts';
import { noon } from '../testing/builders.ts';
import { createAuditStore } from './audit-store.ts';

let stack: TestStack;
let watched: WatchedMongo;

const actions = ['deleteUsers', 'deleteUsers', 'deleteUsers', 'createDemoUsers', 'createDemoUsers'];

beforeAll(async () => {
  stack = await startStack();
  const [url, database] = [stack.env.MONGO_URL, 'kumbuka_admin'];
  watched = watchCommands({ url, database, collections: ['audit'] });
  await watched.mongo.start();
  const store = createAuditStore(watched.mongo.connection);
  await prepareCollections(watched.mongo.connection);
  for (const [index, action] of actions.entries()) {
    const call = { by: 'system', action, ip: '127.0.0.1', requestId: 'study-1234' } as const;
    await store.append(auditEntry(call, { result: 'ok' }, { id: `entry-${index}`, at: noon }));
  }
});
afterAll(async () => {
  await watched.mongo.stop();
  await stack.stop();
});

/** Total of a list and the commands that its page of two entries took. */
async function listed(filter: AuditFilter, page: number) {
  let total = -1;
  const commands = await watched.commandsOf(async () => {
    ({ total } = await createAuditStore(watched.mongo.connection).list(filter, { page, perPage: 2 }));
  });
  return [total, ...commands];
}

describe('the total of the audit log', () => {
  const deletions = { action: 'deleteUsers' };

  it('is read without a count when the page has the last entry', async () => {
    expect(await listed({}, 3)).toEqual([5, 'find audit']);
    expect(await listed(deletions, 2)).toEqual([3, 'find audit']);
  });

  it('the total of the whole audit log is the count that the server has, which reads no entries', async () => {
    expect(await listed({}, 1)).toEqual([5, 'find audit', 'count audit']);
    expect(await listed({}, 9)).toEqual([5, 'find audit', 'count audit']);
  });

  it('with a filter counts the entries that match', async () => {
    expect(await listed(deletions, 1)).toEqual([3, 'find audit', 'aggregate audit']);
    expect(await listed(deletions, 9)).toEqual([3, 'find audit', 'aggregate audit']);
  });
});
