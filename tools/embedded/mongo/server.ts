import net from 'node:net';
import { ObjectId, Long, Timestamp } from 'bson';
import { decode, encode, MAX_MSG } from './wire.ts';
import { Engine, MongoErr, type Txn } from './engine.ts';
type Sess = { txnNumber: bigint; txn?: Txn; replies: Map<string, any> };
export function startServer(
  o: { port?: number; file?: string; sync?: string; onCmd?: (n: string, c: any) => void } = {},
) {
  const e = new Engine(o.file, o.sync),
    sessions = new Map<string, Sess>(),
    cursors = new Map<string, { ns: string; rows: any[] }>();
  let cur = 1,
    port = 0,
    conn = 0;
  const big = (n: any) => BigInt(n?.toString?.() ?? n ?? 0);
  const cursorReply = (ns: string, rows: any[], batch: number, single = false) => {
    const first = rows.slice(0, batch);
    let id = Long.ZERO;
    if (!single && rows.length > batch) {
      const k = String(++cur);
      cursors.set(k, { ns, rows: rows.slice(batch) });
      id = Long.fromString(k);
    }
    return { cursor: { firstBatch: first, id, ns }, ok: 1 };
  };
  const writeErr = (x: any, index: number) => {
    if (!(x instanceof MongoErr)) throw x;
    if (x.code === 112) throw x;
    const { codeName, ...rest } = x.extra;
    return { index, code: x.code, errmsg: x.message, ...rest };
  };
  const cmds: Record<string, (db: string, c: any, t?: Txn) => any> = {
    hello: () => {
      const me = '127.0.0.1:' + port;
      return {
        isWritablePrimary: true,
        ismaster: true,
        helloOk: true,
        setName: 'rs0',
        setVersion: 1,
        hosts: [me],
        primary: me,
        me,
        secondary: false,
        maxBsonObjectSize: 16777216,
        maxMessageSizeBytes: MAX_MSG,
        maxWriteBatchSize: 100000,
        localTime: new Date(),
        logicalSessionTimeoutMinutes: 30,
        connectionId: ++conn,
        minWireVersion: 0,
        maxWireVersion: 21,
        readOnly: false,
        ok: 1,
      };
    },
    ping: () => ({ ok: 1 }),
    endSessions: (_d, c) => {
      for (const s of c.endSessions) {
        const k = s.id.toString('hex'),
          x = sessions.get(k);
        if (x?.txn) e.abort(x.txn);
        sessions.delete(k);
      }
      return { ok: 1 };
    },
    buildInfo: () => ({ version: '7.0.0', versionArray: [7, 0, 0, 0], ok: 1 }),
    find: (db, c, t) => {
      const ns = db + '.' + c.find;
      return cursorReply(ns, e.find(e.coll(ns), c, t), c.batchSize ?? 101, c.singleBatch || c.limit < 0);
    },
    getMore: (_d, c) => {
      const k = c.getMore.toString(),
        x = cursors.get(k);
      if (!x) throw new MongoErr(43, 'CursorNotFound', `cursor id ${k} not found`);
      const n = c.batchSize ?? x.rows.length,
        nextBatch = x.rows.splice(0, n);
      if (!x.rows.length) cursors.delete(k);
      return { cursor: { nextBatch, id: x.rows.length ? Long.fromString(k) : Long.ZERO, ns: x.ns }, ok: 1 };
    },
    killCursors: (_d, c) => ({
      cursorsKilled: c.cursors.filter((i: any) => cursors.delete(i.toString())),
      cursorsNotFound: [],
      cursorsAlive: [],
      cursorsUnknown: [],
      ok: 1,
    }),
    aggregate: (db, c, t) => {
      const ns = db + '.' + (typeof c.aggregate === 'string' ? c.aggregate : '$cmd.aggregate');
      return cursorReply(ns, e.aggregate(e.coll(ns), c.pipeline, c, t), c.cursor?.batchSize ?? 101);
    },
    count: (db, c, t) => {
      let n = e.match(e.coll(db + '.' + c.count), c.query, t).length - Number(c.skip ?? 0);
      if (c.limit) n = Math.min(n, Number(c.limit));
      return { n: Math.max(0, n), ok: 1 };
    },
    distinct: (db, c, t) => ({
      values: e
        .aggregate(
          e.coll(db + '.' + c.distinct),
          [{ $match: c.query ?? {} }, { $unwind: { path: '$' + c.key } }, { $group: { _id: '$' + c.key } }],
          {},
          t,
        )
        .map((x) => x._id),
      ok: 1,
    }),
    insert: (db, c, t) => {
      const co = e.coll(db + '.' + c.insert),
        writeErrors: any[] = [];
      let n = 0;
      for (let i = 0; i < c.documents.length; i++)
        try {
          e.insert(co, c.documents[i], t);
          n++;
        } catch (x) {
          writeErrors.push(writeErr(x, i));
          if (c.ordered !== false) break;
        }
      return { n, ...(writeErrors.length && { writeErrors }), ok: 1 };
    },
    update: (db, c, t) => {
      const co = e.coll(db + '.' + c.update),
        upserted: any[] = [],
        writeErrors: any[] = [];
      let n = 0,
        nModified = 0;
      for (let i = 0; i < c.updates.length; i++) {
        const u = c.updates[i];
        try {
          const r = e.update(co, u.q, u.u, u, t);
          n += r.matched + (r.upserted !== undefined ? 1 : 0);
          nModified += r.modified;
          if (r.upserted !== undefined) upserted.push({ index: i, _id: r.upserted });
        } catch (x) {
          writeErrors.push(writeErr(x, i));
          if (c.ordered !== false) break;
        }
      }
      return {
        n,
        nModified,
        ...(upserted.length && { upserted }),
        ...(writeErrors.length && { writeErrors }),
        ok: 1,
      };
    },
    delete: (db, c, t) => {
      const co = e.coll(db + '.' + c.delete);
      let n = 0;
      for (const d of c.deletes) n += e.remove(co, d.q, d.limit === 1, t).length;
      return { n, ok: 1 };
    },
    findAndModify: (db, c, t) => {
      const co = e.coll(db + '.' + c.findAndModify),
        proj = (d: any) =>
          d && c.fields
            ? e.find({ ns: '', docs: new Map([['x', d]]), idx: [] }, { projection: c.fields })[0]
            : d;
      if (c.remove) {
        const s = e.find(co, { filter: c.query, sort: c.sort, limit: 1 }, t)[0];
        if (!s) return { lastErrorObject: { n: 0 }, value: null, ok: 1 };
        e.remove(co, { _id: s._id }, true, t);
        return { lastErrorObject: { n: 1 }, value: proj(s), ok: 1 };
      }
      const r = e.update(co, c.query ?? {}, c.update, { ...c, multi: false }, t),
        up = r.upserted !== undefined;
      return {
        lastErrorObject: {
          n: r.matched || (up ? 1 : 0),
          updatedExisting: r.matched > 0,
          ...(up && { upserted: r.upserted }),
        },
        value: proj(c.new ? r.after : r.before) ?? null,
        ok: 1,
      };
    },
    create: (db, c) => {
      if (e.colls.has(db + '.' + c.create))
        throw new MongoErr(48, 'NamespaceExists', `Collection ${db}.${c.create} already exists.`);
      e.coll(db + '.' + c.create);
      return { ok: 1 };
    },
    createIndexes: (db, c) => {
      const co = e.coll(db + '.' + c.createIndexes),
        b = co.idx.length;
      for (const s of c.indexes) e.addIndex(co.ns, s);
      return {
        numIndexesBefore: b,
        numIndexesAfter: co.idx.length,
        createdCollectionAutomatically: false,
        ok: 1,
      };
    },
    listIndexes: (db, c) => {
      const ns = db + '.' + c.listIndexes;
      if (!e.colls.has(ns)) throw new MongoErr(26, 'NamespaceNotFound', `ns does not exist: ${ns}`);
      return cursorReply(
        ns,
        e.coll(ns).idx.map(({ map, first, ...s }) => ({ v: 2, ...s })),
        1000,
      );
    },
    dropIndexes: (db, c) => {
      const co = e.coll(db + '.' + c.dropIndexes);
      co.idx = co.idx.filter((i) => i.name === '_id_' || (c.index !== '*' && i.name !== c.index));
      return { ok: 1 };
    },
    drop: (db, c) => {
      if (!e.drop(db + '.' + c.drop)) throw new MongoErr(26, 'NamespaceNotFound', 'ns not found');
      return { ok: 1 };
    },
    dropDatabase: (db) => {
      for (const ns of [...e.colls.keys()]) if (ns.startsWith(db + '.')) e.drop(ns);
      return { dropped: db, ok: 1 };
    },
    listCollections: (db) =>
      cursorReply(
        db + '.$cmd.listCollections',
        [...e.colls.keys()]
          .filter((k) => k.startsWith(db + '.'))
          .map((k) => ({
            name: k.slice(db.length + 1),
            type: 'collection',
            options: {},
            info: { readOnly: false },
          })),
        1000,
      ),
    listDatabases: () => ({
      databases: [...new Set([...e.colls.keys()].map((k) => k.split('.')[0]))].map((name) => ({
        name,
        sizeOnDisk: 1,
        empty: false,
      })),
      totalSize: 1,
      ok: 1,
    }),
  };
  cmds.isMaster = cmds.ismaster = cmds.hello!;
  cmds.findandmodify = cmds.findAndModify!;
  cmds.buildinfo = cmds.buildInfo!;
  async function run(db: string, c: any): Promise<any> {
    const name = Object.keys(c)[0];
    o.onCmd?.(name!, c);
    try {
      const sk = c.lsid?.id?.toString('hex');
      let s = sk ? sessions.get(sk) : undefined;
      if (sk && !s) {
        sessions.set(sk, (s = { txnNumber: -1n, replies: new Map() }));
        const old = c.txnNumber !== undefined ? e.loadRetry(sk) : null;
        if (old) {
          s.txnNumber = old.n;
          old.reply.commit ? s.replies.set('commit', 1) : s.replies.set(String(old.n), old.reply);
        }
      }
      if (name === 'commitTransaction' || name === 'abortTransaction') {
        if (
          name === 'commitTransaction' &&
          s &&
          !s.txn &&
          s.txnNumber === big(c.txnNumber) &&
          s.replies.get('commit')
        )
          return { ok: 1 };
        if (!s?.txn || s.txnNumber !== big(c.txnNumber))
          throw new MongoErr(251, 'NoSuchTransaction', 'Transaction not found', {
            errorLabels: ['TransientTransactionError'],
          });
        if (name === 'abortTransaction') e.abort(s.txn);
        else {
          if (s.txn.done === 'aborted')
            throw new MongoErr(251, 'NoSuchTransaction', 'Transaction has been aborted', {
              errorLabels: ['TransientTransactionError'],
            });
          e.commit(s.txn);
          e.recordRetry(sk!, s.txnNumber, { commit: 1 });
          await e.durable();
        }
        return { ok: 1 };
      }
      const fn = cmds[name!];
      if (!fn) throw new MongoErr(59, 'CommandNotFound', `no such command: '${name}'`);
      let t: Txn | undefined, rk: string | undefined;
      if (s && c.txnNumber !== undefined) {
        const n = big(c.txnNumber);
        if (n > s.txnNumber) {
          if (s.txn) e.abort(s.txn);
          delete s.txn;
          s.txnNumber = n;
          s.replies.clear();
        } else if (n < s.txnNumber)
          throw new MongoErr(225, 'TransactionTooOld', 'Cannot start transaction with an old number');
        if (c.autocommit === false) {
          if (c.startTransaction) s.txn ??= e.begin();
          if (!s.txn || s.txn.done)
            throw new MongoErr(
              251,
              'NoSuchTransaction',
              'Given transaction number does not match any in-progress transactions',
              { errorLabels: ['TransientTransactionError'] },
            );
          t = s.txn;
        } else {
          rk = String(n);
          if (s.replies.has(rk)) return s.replies.get(rk);
        } // retryable write: replay the recorded reply
      }
      let r: any;
      if (t) {
        try {
          r = fn(db, c, t);
          if (r.writeErrors) e.abort(t);
        } catch (x) {
          e.abort(t);
          throw x;
        }
      } else
        for (let i = 0; ; i++) {
          try {
            r = fn(db, c);
            break;
          } catch (x: any) {
            if (!(x instanceof MongoErr && x.code === 112) || i > 200) throw x;
            await new Promise((z) => setTimeout(z, 5));
          }
        } // outside a txn a write waits for the holder
      if (rk) {
        s!.replies.set(rk, r);
        e.recordRetry(sk!, s!.txnNumber, r);
      }
      if (/^(insert|update|delete|findAndModify)$/.test(name!) && !t) {
        await e.durable();
      }
      return r;
    } catch (x: any) {
      if (x instanceof MongoErr) return { ok: 0, errmsg: x.message, code: x.code, ...x.extra };
      return {
        ok: 0,
        errmsg: String(x?.message ?? x),
        code: /operator|invalid|unknown|unrecogni/i.test(String(x?.message)) ? 2 : 8,
        codeName: 'BadValue',
      };
    }
  }
  const socks = new Set<net.Socket>();
  const srv = net.createServer((sock) => {
    socks.add(sock);
    sock.setNoDelay(true);
    let parts: Buffer[] = [],
      have = 0,
      chain = Promise.resolve();
    sock.on('error', () => {});
    sock.on('close', () => socks.delete(sock));
    sock.on('data', (d) => {
      parts.push(d);
      have += d.length;
      for (;;) {
        if (have < 16) return;
        if (parts[0]!.length < 16 || (parts.length > 1 && parts[0]!.length < parts[0]!.readInt32LE(0)))
          parts = [Buffer.concat(parts)];
        const n = parts[0]!.readInt32LE(0);
        if (n < 16 || n > MAX_MSG) return void sock.destroy();
        if (have < n) return;
        const raw = parts[0]!.subarray(0, n),
          rest = parts[0]!.subarray(n);
        parts = rest.length ? [rest] : [];
        have -= n;
        let m: any;
        try {
          m = decode(raw);
        } catch {
          return void sock.destroy();
        }
        chain = chain.then(async () => {
          const r = await run(m.db, m.cmd);
          if (!m.noReply && !sock.destroyed) sock.write(encode(m, r));
        });
      }
    });
  });
  const ttl = setInterval(() => e.ttl(), 1000);
  ttl.unref();
  return new Promise<any>((res) =>
    srv.listen(o.port ?? 0, '127.0.0.1', () => {
      port = (srv.address() as any).port;
      res({
        port,
        engine: e,
        uri: (db: string) => `mongodb://127.0.0.1:${port}/${db}?replicaSet=rs0`,
        close: () =>
          new Promise<void>((r) => {
            clearInterval(ttl);
            for (const s of socks) s.destroy();
            srv.close(() => {
              e.close();
              r();
            });
          }),
      });
    }),
  );
}
