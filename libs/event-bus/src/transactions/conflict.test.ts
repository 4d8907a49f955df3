import mongoose from 'mongoose';
import { expect, it } from 'vitest';
import { isConflict } from './conflict.ts';

const { MongoServerError } = mongoose.mongo;

it('a write conflict is recognised inside a bulk write too, and differs from an outage', () => {
  const conflict = { code: 112, message: 'Write conflict.', errorLabels: ['TransientTransactionError'] };
  expect(isConflict(new MongoServerError(conflict))).toBe(true);
  const named = Object.assign(new Error('Write conflict.'), { name: 'MongoBulkWriteError', code: 112 });
  expect(isConflict(named)).toBe(true);
  expect(isConflict(new MongoServerError({ code: 10107, message: 'not primary' }))).toBe(false);
});
