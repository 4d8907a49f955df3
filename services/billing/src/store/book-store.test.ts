import { startStack, type TestStack } from '@kumbuka/testing';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { confirm, send } from '../domain/payment.ts';
import { aPayment } from '../testing/builders.ts';
import { readRevenue } from '../use-cases/payment/read-books.ts';
import { createBookStore } from './book-store.ts';
import { paymentCollection } from './payment-rows.ts';
import { createStores } from './stores.ts';

let stack: TestStack;
let connection: Connection;
beforeAll(async () => {
  stack = await startStack();
  connection = await mongoose.createConnection(stack.mongo.uri('kumbuka_books')).asPromise();
  await paymentCollection.on(connection).init();
  const { payments } = createStores(connection);
  const pay = async (id: string, createdAt: string, confirmedAt: string | null) => {
    const at = new Date(createdAt);
    const open = aPayment({ id, apiRef: `KMB-${id}`, createdAt: at, steps: [{ state: 'created', at }] });
    const sent = send(open, { invoiceId: `INV-${id}` }, at);
    const period = { start: at, end: at };
    await payments.insert(
      confirmedAt === null
        ? sent
        : confirm(sent, { period, receiptNumber: `R-${id}` }, new Date(confirmedAt)),
    );
  };
  await pay('late', '2026-01-01T08:00:00Z', '2026-03-02T09:00:00Z');
  await pay('evening', '2026-03-01T20:00:00Z', '2026-03-01T20:59:59Z');
  await pay('midnight', '2026-03-01T20:00:00Z', '2026-03-01T21:00:00Z');
  await pay('former', '2026-02-27T09:00:00Z', '2026-02-27T09:00:00Z');
  await pay('open', '2026-03-02T09:00:00Z', null);
}, 60_000);
afterAll(async () => {
  await connection.close();
  await stack.stop();
});

const zone = 'Africa/Nairobi';
const books = () => createBookStore(connection);

it('revenue counts a payment on the day in Nairobi on which it was confirmed, however long after its start', async () => {
  const read = readRevenue({
    books: books(),
    zone,
    now: () => new Date('2026-03-02T10:00:00Z'),
  });
  expect(await read(2)).toEqual({
    days: [
      { date: '2026-03-01', payments: 1, amountCents: 10_000 },
      { date: '2026-03-02', payments: 2, amountCents: 20_000 },
    ],
    before: { payments: 1, amountCents: 10_000 },
  });
});

it('confirmed payments of a day are listed latest first, in parts', async () => {
  const day = { from: '2026-03-02', to: '2026-03-02' };
  const listed = async (limit: number, offset: number) =>
    (await books().listConfirmed(day, zone, limit, offset)).map(({ id }) => id);
  expect([await listed(1, 0), await listed(9, 1)]).toEqual([['late'], ['midnight']]);
  expect(await books().countConfirmed(day, zone)).toBe(2);
});

it.each(['open', 'KMB-open', 'INV-open'])('a payment is found by the whole %s', async (text) => {
  expect((await books().findByText(text)).map(({ id }) => id)).toEqual(['open']);
  expect(await books().findByText(text.slice(0, -1))).toEqual([]);
});

it('a payment is found by its receipt number', async () => {
  expect((await books().findByText('R-late')).map(({ id }) => id)).toEqual(['late']);
});

it('a confirmed payment of an earlier release counts once the job has filled in its time', async () => {
  await connection
    .collection('payments')
    .updateOne({ _id: 'former' as never }, { $unset: { confirmedAt: '' } });
  const day = { from: '2026-02-27', to: '2026-02-27' };
  expect(await books().countConfirmed(day, zone)).toBe(0);
  expect(await books().fillConfirmedAt()).toBe(1);
  expect(await books().fillConfirmedAt()).toBe(0);
  expect(await books().countConfirmed(day, zone)).toBe(1);
});
