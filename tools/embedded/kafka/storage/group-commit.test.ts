import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { KafkaError } from '../wire/errors.ts';
import { createGroupCommit } from './group-commit.ts';

const aTable = () => {
  const db = new DatabaseSync(':memory:');
  db.exec(`CREATE TABLE parents (id INTEGER PRIMARY KEY);
    CREATE TABLE rows (value INTEGER, parent INTEGER REFERENCES parents DEFERRABLE INITIALLY DEFERRED)`);
  const failures: unknown[] = [];
  const commit = createGroupCommit(db, (error) => failures.push(error));
  const insert = (value: number) => db.prepare('INSERT INTO rows VALUES (?, NULL)').run(value);
  /** Only the commit itself notices that the parent is missing. */
  const insertOrphan = () => db.prepare('INSERT INTO rows VALUES (0, 99)').run();
  const values = () =>
    db
      .prepare('SELECT value FROM rows ORDER BY value')
      .all()
      .map(({ value }) => value);
  return { db, failures, commit, insert, insertOrphan, values };
};

it('a group commit stores the jobs of one turn together and returns each its own value', async () => {
  const { commit, insert, values } = aTable();
  const effects: string[] = [];
  const jobs = [1, 2, 3].map((value) =>
    commit.run((transaction) => {
      insert(value);
      transaction.afterCommit(() => effects.push(`${value} of ${values().length}`));
      return value * 10;
    }),
  );
  expect(await Promise.all(jobs)).toEqual([10, 20, 30]);
  expect(effects).toEqual(['1 of 3', '2 of 3', '3 of 3']);
});

it('a rejected job of a group commit fails alone', async () => {
  const { commit, insert, values, failures } = aTable();
  const rejected = commit.run(() => {
    throw new KafkaError('OUT_OF_ORDER_SEQUENCE');
  });
  const stored = commit.run(() => insert(1));
  await expect(rejected).rejects.toMatchObject({ code: 'OUT_OF_ORDER_SEQUENCE' });
  await stored;
  expect(values()).toEqual([1]);
  expect(failures).toEqual([]);
});

it('a failed group commit rolls back, repairs memory and continues', async () => {
  const { commit, insert, insertOrphan, values, failures } = aTable();
  const effects: string[] = [];
  const good = commit.run((transaction) => {
    insert(1);
    transaction.afterCommit(() => effects.push('committed'));
    transaction.afterRollback(() => effects.push('repaired'));
  });
  const bad = commit.run(insertOrphan);
  await expect(good).rejects.toMatchObject({ code: 'KAFKA_STORAGE_ERROR' });
  await expect(bad).rejects.toMatchObject({ code: 'KAFKA_STORAGE_ERROR' });
  expect(effects).toEqual(['repaired']);
  expect(failures).toHaveLength(1);
  await commit.run(() => insert(2));
  expect(values()).toEqual([2]);
});

it('a closing group commit settles waiting jobs and rejects later ones', async () => {
  const { commit, insert, values } = aTable();
  const waiting = commit.run(() => insert(1));
  commit.close();
  await waiting;
  await expect(commit.run(() => insert(2))).rejects.toMatchObject({ code: 'KAFKA_STORAGE_ERROR' });
  expect(values()).toEqual([1]);
});
