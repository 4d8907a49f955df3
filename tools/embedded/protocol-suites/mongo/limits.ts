import { connect } from 'node:net';
import { mongo } from 'mongoose';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase, type MongoSuiteOptions } from './context.ts';
import { present } from '../present.ts';

const MEGABYTE = 1024 * 1024;
const OP_MSG = 2013;

/** Cases of sizes, nesting, and bytes that no driver would send. */
export function limitsSuite(options: MongoSuiteOptions): void {
  describe('limits', () => {
    const database = useDatabase(options);
    const things = () => database().collection('things');

    beforeAll(async () => {
      await things().insertOne({ alive: true });
    });

    it('MongoDB stores and returns a document of almost 16 MB', async () => {
      const text = 'x'.repeat(16 * MEGABYTE - 200);
      const { insertedId } = await things().insertOne({ text });
      const found = await things().findOne({ _id: insertedId });
      expect(found?.['text'].length).toBe(text.length);
      await things().deleteOne({ _id: insertedId });
    });

    it('MongoDB rejects a document of more than 16 MB', async () => {
      const attempt = present(database().db).command({
        insert: 'things',
        documents: [{ text: 'x'.repeat(16 * MEGABYTE + 100_000) }],
      });
      await expect(attempt).rejects.toBeInstanceOf(mongo.MongoError);
      expect(await things().countDocuments({ text: { $exists: true } })).toBe(0);
    });

    it('MongoDB rejects an update that makes a document too large', async () => {
      const { insertedId } = await things().insertOne({ parts: ['x'.repeat(10 * MEGABYTE)] });
      const more: object = { $push: { parts: 'y'.repeat(7 * MEGABYTE) } };
      const grow = things().updateOne({ _id: insertedId }, more);
      await expect(grow).rejects.toMatchObject({ code: expect.any(Number) });
      expect(await things().findOne({ _id: insertedId, 'parts.1': { $exists: true } })).toBeNull();
      await things().deleteOne({ _id: insertedId });
    });

    it('MongoDB returns large results in several batches', async () => {
      const text = 'z'.repeat(3 * MEGABYTE);
      await database()
        .collection('large')
        .insertMany(Array.from({ length: 8 }, (_, n) => ({ n, text })));
      const found = await database().collection('large').find({}).toArray();
      expect(found.map(({ n }) => n)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    });

    it('MongoDB rejects documents that are nested too deep', async () => {
      const nest = (depth: number): object => (depth === 0 ? {} : { a: nest(depth - 1) });
      await things().insertOne({ deep: nest(80) });
      await expect(things().insertOne({ deep: nest(190) })).rejects.toBeInstanceOf(mongo.MongoError);
      expect(await things().countDocuments({ deep: { $exists: true } })).toBe(1);
    });

    it('MongoDB rejects an empty batch', async () => {
      const attempt = present(database().db).command({ insert: 'things', documents: [] });
      await expect(attempt).rejects.toMatchObject({ code: 16 });
    });

    it('MongoDB rejects an array or a regular expression as _id', async () => {
      for (const _id of [[1], /a/]) {
        const row: object = { _id };
        await expect(things().insertOne(row)).rejects.toMatchObject({ code: 53 });
      }
    });

    it('MongoDB reports the wire version of MongoDB 6.0 or newer and the lifetime of sessions', async () => {
      const hello = await present(database().db).admin().command({ hello: 1 });
      expect(hello.maxWireVersion).toBeGreaterThanOrEqual(17);
      expect(hello).toMatchObject({ isWritablePrimary: true, logicalSessionTimeoutMinutes: 30 });
    });
  });

  describe('hostile bytes', () => {
    const database = useDatabase(options);

    const send = (bytes: Buffer): Promise<'closed' | 'open'> => {
      const { hostname, port } = new URL(present(options.uri().split(',')[0]).replace('mongodb:', 'http:'));
      return new Promise((resolve) => {
        const socket = connect(Number(port), hostname, () => socket.write(bytes));
        const timer = setTimeout(() => {
          resolve('open');
          socket.destroy();
        }, 250);
        socket.on('error', () => undefined);
        socket.on('data', () => undefined);
        socket.on('close', () => {
          clearTimeout(timer);
          resolve('closed');
        });
      });
    };

    const frame = (length: number, opCode = OP_MSG, body = Buffer.alloc(0)): Buffer => {
      const head = Buffer.alloc(16);
      head.writeInt32LE(length, 0);
      head.writeInt32LE(opCode, 12);
      return Buffer.concat([head, body]);
    };

    const message = (...sections: Buffer[]): Buffer => {
      const body = Buffer.concat([Buffer.alloc(4), ...sections]);
      return frame(16 + body.length, OP_MSG, body);
    };

    it.each<[string, Buffer]>([
      ['another protocol', Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')],
      ['a length of two gigabytes', frame(2_000_000_000)],
      ['a negative length', frame(-5)],
      ['a length below the header', frame(3)],
      ['an unknown operation', frame(20, 4711, Buffer.alloc(4))],
    ])('MongoDB closes the connection on %s', async (_, bytes) => {
      expect(await send(bytes)).toBe('closed');
      expect(await present(database().db).admin().ping()).toMatchObject({ ok: 1 });
    });

    it.each<[string, Buffer]>([
      ['a message without a body', message()],
      ['a section of an unknown kind', message(Buffer.from([9, 1, 2, 3, 4]))],
      ['a document longer than its message', message(Buffer.from([0, 255, 255, 0, 0, 0]))],
      ['a document with a negative length', message(Buffer.from([0, 255, 255, 255, 255, 0]))],
      ['a sequence longer than its message', message(Buffer.from([1, 255, 255, 0, 0, 97, 0]))],
      [
        'a document cut off inside a value',
        message(Buffer.from([0, 12, 0, 0, 0, 2, 97, 0, 255, 255, 255, 127, 0])),
      ],
      ['half a message', frame(500)],
    ])('MongoDB survives %s', async (_, bytes) => {
      await send(bytes);
      expect(await present(database().db).admin().ping()).toMatchObject({ ok: 1 });
    });

    it('MongoDB survives a document with 10,000 levels of nesting', async () => {
      const depth = 10_000;
      const size = depth * 8 + 5;
      const nested = Buffer.alloc(size);
      for (let level = 0; level < depth; level++) {
        nested.writeInt32LE(size - level * 8, level * 7);
        nested.write('\u0003a\0', level * 7 + 4, 'latin1');
      }
      nested.writeInt32LE(5, depth * 7);
      await send(message(Buffer.concat([Buffer.from([0]), nested])));
      expect(await present(database().db).admin().ping()).toMatchObject({ ok: 1 });
    });

    it('MongoDB rejects filters that run scripts', async () => {
      const things = database().collection('things');
      await things.insertOne({ a: 1 });
      const script = { $expr: { $function: { body: 'function() { return true }', args: [], lang: 'nope' } } };
      await expect(things.find(script).toArray()).rejects.toBeInstanceOf(mongo.MongoError);
    });

    it('MongoDB aborts a regular expression that would never end', async () => {
      const things = database().collection('patterns');
      await things.insertOne({ text: `${'a'.repeat(40)}!` });
      const started = Date.now();
      const outcome = await things
        .find({ text: { $regex: '^(a+)+$' } })
        .toArray()
        .catch((error: unknown) => error);
      expect(Array.isArray(outcome) || outcome instanceof mongo.MongoServerError).toBe(true);
      expect(Date.now() - started).toBeLessThan(5000);
      expect(await things.countDocuments()).toBe(1);
    });
  });
}
