import { eventually, startTestMongo, type TestMongo } from '@kumbuka/testing/servers';
import mongoose, { type Connection } from 'mongoose';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { isUnavailable } from './unavailable.ts';
import { transactOnce } from './transact.ts';

interface Row {
  _id: number;
}

let mongo: TestMongo;
let proxy: Server;
let connection: Connection;
/** Resets connections that carry this text. */
let breaksAt: string | null = null;

const sockets = new Set<Socket>();

function forward(client: Socket) {
  const server = connect(Number(new URL(mongo.uri('broken')).port), '127.0.0.1');
  for (const socket of [client, server]) {
    sockets.add(socket);
    socket.on('error', () => undefined);
  }
  client.on('close', () => server.destroy());
  server.on('close', () => client.destroy());
  server.pipe(client);
  client.on('data', (bytes) => {
    if (breaksAt === null || !bytes.includes(breaksAt)) return void server.write(bytes);
    client.resetAndDestroy();
  });
}

beforeAll(async () => {
  mongo = await startTestMongo();
  proxy = createServer(forward).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const url = `mongodb://127.0.0.1:${port}/broken?directConnection=true`;
  connection = await mongoose.createConnection(url).asPromise();
  await connection.createCollection('rows');
});
afterAll(async () => {
  await connection.close();
  for (const socket of sockets) socket.destroy();
  proxy.close();
  await mongo.end();
});

/** Error of a transaction with a bulk write; `null` when it succeeds. */
const failureOf = (_id: number) => {
  const rows = connection.collection<Row>('rows');
  const row = { updateOne: { filter: { _id }, update: { $inc: { count: 1 } }, upsert: true } };
  return transactOnce(connection, (session) => rows.bulkWrite([row], { session })).then(
    () => null,
    (error: unknown) => error,
  );
};
const several = [1, 2, 3, 4, 5, 6];

it.each(['updates', 'commitTransaction'])('connections that break at %s are an outage', async (command) => {
  // The server may still abort transactions of the sockets that broke before.
  await eventually(async () =>
    expect(await Promise.all(several.map(failureOf))).toEqual(several.map(() => null)),
  );
  breaksAt = command;
  const failures = await Promise.all(several.map(failureOf));
  breaksAt = null;
  expect(failures.filter((failure) => !isUnavailable(failure))).toEqual([]);
});

it('an error of the driver during a commit counts as an outage, because the outcome of the commit is unknown', async () => {
  // mongodb 7 throws this when a socket breaks during a commit; no test can time that.
  const driverError = new TypeError('error.hasErrorLabel is not a function');
  vi.spyOn(mongoose.mongo.ClientSession.prototype, 'commitTransaction').mockRejectedValueOnce(driverError);
  expect(await failureOf(1)).toSatisfy(isUnavailable);
});
