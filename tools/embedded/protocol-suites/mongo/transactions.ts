import { setTimeout as pause } from 'node:timers/promises';
import { mongo, type ClientSession } from 'mongoose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useDatabase, type MongoSuiteOptions } from './context.ts';
import { present } from '../present.ts';

type Account = { _id: string; n: number; email?: string };

/** Creates two accounts for each case, with helpers. Aborts transactions that a case leaves open. */
function useAccounts(options: MongoSuiteOptions) {
  const database = useDatabase(options);
  const accounts = () => database().collection<Account>('accounts');
  const sessions: ClientSession[] = [];

  const begin = async (): Promise<ClientSession> => {
    const session = await database().startSession();
    session.startTransaction();
    sessions.push(session);
    return session;
  };
  const valueOf = async (id: string, session?: ClientSession) =>
    (await accounts().findOne({ _id: id }, session ? { session } : {}))?.n;
  const add = (id: string, n: number, session?: ClientSession) =>
    accounts().updateOne({ _id: id }, { $inc: { n } }, session ? { session } : {});

  beforeEach(async () => {
    await accounts().deleteMany({});
    await accounts().createIndex({ email: 1 }, { unique: true, sparse: true });
    await accounts().createIndex({ n: 1 });
    await accounts().insertMany([
      { _id: 'a', n: 10 },
      { _id: 'b', n: 20 },
    ]);
  });

  afterEach(async () => {
    for (const session of sessions.splice(0)) {
      if (session.inTransaction()) await session.abortTransaction();
      await session.endSession();
    }
  });

  return { database, accounts, begin, valueOf, add };
}
type Accounts = ReturnType<typeof useAccounts>;

/** Cases of transactions: visibility, conflicts, duplicates, endings and concurrency. */
export function transactionsSuite(options: MongoSuiteOptions): void {
  describe('transactions', () => {
    const accounts = useAccounts(options);
    visibilityCases(accounts);
    conflictCases(accounts);
    describe('transactions and duplicates of committed values', () => {
      duplicateCases(accounts);
    });
    endingCases(accounts);
    parallelCases(accounts);
  });
}

/** Cases of visibility inside and outside of a transaction. */
function visibilityCases({ accounts, begin, valueOf, add }: Accounts) {
  it('a transaction shows its writes to others only when it commits, all at once', async () => {
    const session = await begin();
    await add('a', 1, session);
    await accounts().insertOne({ _id: 'c', n: 30 }, { session });
    expect([await valueOf('a'), await valueOf('c')]).toEqual([10, undefined]);
    expect([await valueOf('a', session), await valueOf('c', session)]).toEqual([11, 30]);
    await session.commitTransaction();
    expect([await valueOf('a'), await valueOf('c')]).toEqual([11, 30]);
  });

  it('a transaction reads the state at its begin', async () => {
    const session = await begin();
    expect(await valueOf('a', session)).toBe(10);
    await add('a', 1);
    await accounts().deleteOne({ _id: 'b' });
    await accounts().insertOne({ _id: 'c', n: 15 });
    expect(await valueOf('a', session)).toBe(10);
    expect(await valueOf('b', session)).toBe(20);
    expect(await valueOf('c', session)).toBeUndefined();
    const byIndex = await accounts()
      .find({ n: { $gte: 10 } }, { session })
      .sort({ n: 1 })
      .toArray();
    expect(byIndex.map(({ _id, n }) => [_id, n])).toEqual([
      ['a', 10],
      ['b', 20],
    ]);
    expect(await accounts().countDocuments({ n: { $lt: 100 } }, { session })).toBe(2);
  });

  it('a transaction finds its own writes through indexes and in their order', async () => {
    const session = await begin();
    await add('a', 90, session);
    await accounts().insertOne({ _id: 'c', n: 15 }, { session });
    await accounts().deleteOne({ _id: 'b' }, { session });
    const ascending = await accounts()
      .find({ n: { $gt: 0 } }, { session })
      .sort({ n: 1 })
      .toArray();
    expect(ascending.map(({ _id }) => _id)).toEqual(['c', 'a']);
    const last = await accounts().find({}, { session }).sort({ n: -1 }).limit(1).toArray();
    expect(last).toEqual([{ _id: 'a', n: 100 }]);
    expect(await accounts().countDocuments({ n: { $gte: 15 } }, { session })).toBe(2);
    expect(await accounts().findOne({ n: 10 }, { session })).toBeNull();
  });

  it('a transaction aggregates over its own snapshot', async () => {
    const session = await begin();
    await add('a', 5, session);
    await add('b', 1000);
    const total = [{ $group: { _id: null, n: { $sum: '$n' } } }];
    expect(await accounts().aggregate(total, { session }).toArray()).toEqual([{ _id: null, n: 35 }]);
  });
}

/** Cases of conflicts: which side fails and which waits. */
function conflictCases({ accounts, begin, valueOf, add }: Accounts) {
  it('the second transaction that writes a document fails at once, with the label to retry', async () => {
    const [first, second] = [await begin(), await begin()];
    await valueOf('b', second);
    await add('a', 1, first);
    const attempt = add('a', 1, second).then(
      () => undefined,
      (error) => error,
    );
    const error = await attempt;
    expect(error?.code).toBe(112);
    expect(error?.hasErrorLabel('TransientTransactionError')).toBe(true);
    await first.commitTransaction();
    expect(await valueOf('a')).toBe(11);
  });

  it('a transaction conflicts with a write that came after it began', async () => {
    const session = await begin();
    await valueOf('b', session);
    await add('a', 1);
    await expect(add('a', 1, session)).rejects.toMatchObject({ code: 112 });
    expect(await valueOf('a')).toBe(11);
  });

  it('a transaction does not conflict over different documents', async () => {
    const [first, second] = [await begin(), await begin()];
    await add('a', 1, first);
    await add('b', 1, second);
    await first.commitTransaction();
    await second.commitTransaction();
    expect([await valueOf('a'), await valueOf('b')]).toEqual([11, 21]);
  });

  it('a write outside a transaction waits until the transaction that holds its document has ended', async () => {
    const session = await begin();
    await add('a', 1, session);
    let done = false;
    const outside = add('a', 100).then(() => (done = true));
    await pause(60);
    expect(done).toBe(false);
    await session.commitTransaction();
    await outside;
    expect(await valueOf('a')).toBe(111);
  });

  it('an insert outside a transaction waits for the transaction that holds its unique value', async () => {
    const session = await begin();
    await accounts().insertOne({ _id: 'c', n: 1, email: 'x@example.org' }, { session });
    const outside = accounts().insertOne({ _id: 'd', n: 1, email: 'x@example.org' });
    await Promise.all([
      expect(outside).rejects.toMatchObject({ code: 11000 }),
      pause(40).then(() => session.commitTransaction()),
    ]);
    expect(await accounts().countDocuments({ email: 'x@example.org' })).toBe(1);
  });

  it('two transactions that insert the same unique value conflict', async () => {
    const [first, second] = [await begin(), await begin()];
    await valueOf('a', second);
    await accounts().insertOne({ _id: 'c', n: 1, email: 'x@example.org' }, { session: first });
    const attempt = accounts().insertOne({ _id: 'd', n: 1, email: 'x@example.org' }, { session: second });
    await expect(attempt).rejects.toMatchObject({ code: 112 });
  });

  it('a transaction conflicts with one that inserted the same document and deleted it again', async () => {
    const [first, second] = [await begin(), await begin()];
    await valueOf('a', second);
    await accounts().insertOne({ _id: 'c', n: 1 }, { session: first });
    await accounts().deleteOne({ _id: 'c' }, { session: first });
    await first.commitTransaction();
    const attempt = accounts().insertOne({ _id: 'c', n: 1 }, { session: second });
    await expect(attempt).rejects.toMatchObject({ code: 112 });
  });
}

const EMAIL = 'x@example.org';
type Parties = { accounts: Accounts['accounts']; session: ClientSession };

/** Change of another transaction to the account `c`, which has the email. */
const changes: [string, (parties: Parties) => Promise<unknown>][] = [
  ['changes', ({ accounts, session }) => accounts().updateOne({ _id: 'c' }, { $inc: { n: 1 } }, { session })],
  ['deletes', ({ accounts, session }) => accounts().deleteOne({ _id: 'c' }, { session })],
  [
    'takes the value from',
    ({ accounts, session }) => accounts().updateOne({ _id: 'c' }, { $unset: { email: 1 } }, { session }),
  ],
];

const attempts: [string, (accounts: Accounts['accounts']) => Promise<unknown>][] = [
  ['an inserted value', (accounts) => accounts().insertOne({ _id: 'd', n: 1, email: EMAIL })],
  ['an inserted _id', (accounts) => accounts().insertOne({ _id: 'c', n: 1 })],
  ['a changed value', (accounts) => accounts().updateOne({ _id: 'a' }, { $set: { email: EMAIL } })],
];

/** Cases of duplicates of committed values that another open transaction changes. */
function duplicateCases({ accounts, begin, valueOf, add }: Accounts) {
  const duplicate = { code: 11000 };
  beforeEach(() => accounts().insertOne({ _id: 'c', n: 30, email: EMAIL }));

  describe.each(changes)('while another transaction %s a committed document', (_, change) => {
    it.each(attempts)(
      'MongoDB rejects %s outside of transactions as a duplicate at once',
      async (_what, attempt) => {
        const holder = await begin();
        await change({ accounts, session: holder });
        await expect(attempt(accounts)).rejects.toMatchObject(duplicate);
        expect(holder.inTransaction()).toBe(true);
      },
    );
  });

  it('a transaction conflicts with another one that has moved a unique value to a new document', async () => {
    const [holder, second] = [await begin(), await begin()];
    await valueOf('b', second);
    await accounts().deleteOne({ _id: 'c' }, { session: holder });
    await accounts().insertOne({ _id: 'e', n: 1, email: EMAIL }, { session: holder });
    await holder.commitTransaction();
    const attempt = accounts().insertOne({ _id: 'd', n: 1, email: EMAIL }, { session: second });
    await expect(attempt).rejects.toMatchObject({ code: 112 });
  });

  it('a transaction rejects a duplicate of its own uncommitted value', async () => {
    const session = await begin();
    await add('c', 1, session);
    const attempt = accounts().insertOne({ _id: 'd', n: 1, email: EMAIL }, { session });
    await expect(attempt).rejects.toMatchObject(duplicate);
  });

  it('an update outside a transaction that changes nothing does not wait for the transaction', async () => {
    const holder = await begin();
    await add('c', 1, holder);
    const result = await accounts().updateOne({ _id: 'c' }, { $set: { email: EMAIL } });
    expect(result).toMatchObject({ matchedCount: 1, modifiedCount: 0 });
    expect(holder.inTransaction()).toBe(true);
  });
}

/** Cases of how a transaction ends. */
function endingCases({ database, accounts, begin, valueOf, add }: Accounts) {
  it('a transaction leaves nothing behind when it aborts', async () => {
    const session = await begin();
    await add('a', 1, session);
    await accounts().deleteOne({ _id: 'b' }, { session });
    await accounts().insertOne({ _id: 'c', n: 30, email: 'c@example.org' }, { session });
    await session.abortTransaction();
    const left = await accounts().find({}).sort({ _id: 1 }).toArray();
    expect(left).toEqual([
      { _id: 'a', n: 10 },
      { _id: 'b', n: 20 },
    ]);
    await accounts().insertOne({ _id: 'd', n: 1, email: 'c@example.org' });
  });

  it('a transaction rolls back when the callback throws', async () => {
    const failing = database().transaction(async (session) => {
      await add('a', 100, session);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await valueOf('a')).toBe(10);
  });

  it('a transaction is aborted by a duplicate', async () => {
    const failing = database().transaction(async (session) => {
      await accounts().insertOne({ _id: 'c', n: 1 }, { session });
      await accounts().insertOne({ _id: 'a', n: 1 }, { session });
    });
    await expect(failing).rejects.toMatchObject({ code: 11000 });
    expect(await valueOf('c')).toBeUndefined();
  });

  it('a transaction may delete a unique value and insert it again', async () => {
    await accounts().insertOne({ _id: 'c', n: 1, email: 'x@example.org' });
    await database().transaction(async (session) => {
      await accounts().deleteOne({ _id: 'c' }, { session });
      await accounts().insertOne({ _id: 'd', n: 2, email: 'x@example.org' }, { session });
    });
    expect(await accounts().findOne({ email: 'x@example.org' })).toMatchObject({ _id: 'd' });
  });

  it('MongoDB rejects commands of a transaction that never began or has ended', async () => {
    const session = await begin();
    await add('a', 1, session);
    await session.abortTransaction();
    const lsid = session.id;
    const late = { find: 'accounts', txnNumber: session.serverSession.txnNumber, autocommit: false, lsid };
    await expect(present(database().db).command(late)).rejects.toBeInstanceOf(mongo.MongoError);
    expect(await valueOf('a')).toBe(10);
  });

  it('MongoDB rejects commands that transactions do not support', async () => {
    const session = await begin();
    await add('a', 1, session);
    const count = present(database().db).command({ count: 'accounts' }, { session });
    await expect(count).rejects.toMatchObject({ code: 263 });
  });
}

/** Cases of concurrent transactions. */
function parallelCases({ database, accounts, valueOf, add }: Accounts) {
  it('parallel read-then-write transactions count every increment', async () => {
    let attempts = 0;
    const increment = () =>
      database().transaction(async (session) => {
        attempts++;
        const n = await valueOf('a', session);
        await pause(3);
        await accounts().updateOne({ _id: 'a' }, { $set: { n: present(n) + 1 } }, { session });
      });
    await Promise.all(Array.from({ length: 8 }, increment));
    expect(await valueOf('a')).toBe(18);
    expect(attempts).toBeGreaterThan(8);
  });

  it('transactions keep a sum while parallel transfers run', async () => {
    const transfer = (n: number) =>
      database().transaction(async (session) => {
        await add('a', -n, session);
        await add('b', n, session);
      });
    const sums: number[] = [];
    const watch = async () => {
      for (let i = 0; i < 20; i++) {
        const rows = await accounts().find({}).toArray();
        sums.push(rows.reduce((sum, { n }) => sum + n, 0));
      }
    };
    await Promise.all([...[1, 2, 3, 4, 5, 6].map(transfer), watch()]);
    expect(new Set(sums)).toEqual(new Set([30]));
    expect([await valueOf('a'), await valueOf('b')]).toEqual([-11, 41]);
  });
}
