// Storage + query engine: documents in memory, mingo for MQL, node:sqlite (WAL) for durability, MVCC by undo log.
import { DatabaseSync } from 'node:sqlite';
import { ObjectId, Binary, Long, EJSON, serialize, deserialize } from 'bson';
import { Query, find as mfind, aggregate as magg, updateOne as mupdate } from 'mingo';
export class MongoErr extends Error {
  code: number;
  extra: any;
  constructor(code: number, codeName: string, msg: string, extra: any = {}) {
    super(msg);
    this.code = code;
    this.extra = { codeName, ...extra };
  }
}
type Doc = Record<string, any>;
type Idx = {
  name: string;
  key: Record<string, any>;
  unique?: boolean;
  sparse?: boolean;
  expireAfterSeconds?: number;
  partialFilterExpression?: any;
  map: Map<string, Set<string>>;
  first: Map<string, Set<string>>;
};
export type Coll = { ns: string; docs: Map<string, Doc>; idx: Idx[] };
export type Txn = {
  seq: number;
  writes: Map<string, Map<string, Doc | null>>;
  done?: 'committed' | 'aborted';
};
export const keyOf = (v: any): string => {
  if (v === null || v === undefined) return 'z';
  switch (typeof v) {
    case 'string':
      return 's' + v;
    case 'number':
      return 'n' + v;
    case 'boolean':
      return 'b' + v;
    case 'bigint':
      return 'n' + v;
  }
  if (v instanceof ObjectId) return 'o' + v.toHexString();
  if (v instanceof Date) return 'd' + v.getTime();
  if (v instanceof Long) return 'n' + v.toString();
  if (v instanceof Binary) return 'x' + Buffer.from(v.buffer).toString('hex');
  return 'j' + EJSON.stringify(v);
};
const get = (d: any, path: string): any => {
  let c: any[] = [d];
  for (const p of path.split('.')) {
    c = c.flatMap((x) => (Array.isArray(x) ? (/^\d+$/.test(p) ? [x[+p]] : x.map((y) => y?.[p])) : [x?.[p]]));
  }
  return c.length === 1 ? c[0] : c;
};
const clone = (v: any): any =>
  Array.isArray(v)
    ? v.map(clone)
    : v instanceof Date
      ? new Date(v)
      : v && typeof v === 'object' && (v.constructor === Object || !v.constructor)
        ? Object.fromEntries(Object.entries(v).map(([k, x]) => [k, clone(x)]))
        : v;
const same = (a: Doc, b: Doc) => Buffer.compare(Buffer.from(serialize(a)), Buffer.from(serialize(b))) === 0;
function idxKeys(ix: Idx, d: Doc): { full: string[]; first: string[] } | null {
  if (ix.partialFilterExpression && !new Query(ix.partialFilterExpression).test(d)) return null;
  const fields = Object.keys(ix.key),
    vals = fields.map((f) => get(d, f));
  if (ix.sparse && vals.every((v) => v === undefined)) return null;
  const alts = vals.map((v) => (Array.isArray(v) ? (v.length ? v : [null]) : [v]));
  let full = [''];
  for (const a of alts) full = full.flatMap((p) => [...new Set(a.map(keyOf))].map((k) => p + '\u0001' + k));
  return { full, first: [...new Set(alts[0]!.map(keyOf))] };
}
export class Engine {
  colls = new Map<string, Coll>();
  seq = 0;
  undo: { seq: number; ns: string; id: string; old: Doc | undefined }[] = [];
  active = new Set<Txn>();
  private db?: DatabaseSync;
  private batch: [string, string, Uint8Array | null][] = [];
  private waiters: (() => void)[] = [];
  private st: any = {};
  constructor(file?: string, sync = 'FULL') {
    if (!file) return;
    this.db = new DatabaseSync(file);
    this.db.exec(
      `PRAGMA journal_mode=WAL; PRAGMA synchronous=${sync}; CREATE TABLE IF NOT EXISTS d(ns TEXT, id TEXT, b BLOB, PRIMARY KEY(ns,id)) WITHOUT ROWID; CREATE TABLE IF NOT EXISTS rt(sid TEXT PRIMARY KEY, n INTEGER, b BLOB, at INTEGER) WITHOUT ROWID; CREATE TABLE IF NOT EXISTS ix(ns TEXT, name TEXT, b BLOB, PRIMARY KEY(ns,name));`,
    );
    for (const r of this.db.prepare('SELECT ns,id,b FROM d').iterate() as any)
      this.coll(r.ns).docs.set(r.id, deserialize(r.b, { promoteBuffers: false }));
    for (const r of this.db.prepare('SELECT ns,b FROM ix').iterate() as any)
      this.addIndex(r.ns, deserialize(r.b), false);
    this.st = {
      rt: this.db.prepare(
        'INSERT INTO rt VALUES(?,?,?,?) ON CONFLICT(sid) DO UPDATE SET n=excluded.n,b=excluded.b,at=excluded.at',
      ),
      put: this.db.prepare('INSERT INTO d VALUES(?,?,?) ON CONFLICT(ns,id) DO UPDATE SET b=excluded.b'),
      del: this.db.prepare('DELETE FROM d WHERE ns=? AND id=?'),
    };
  }
  coll(ns: string): Coll {
    let c = this.colls.get(ns);
    if (!c)
      this.colls.set(
        ns,
        (c = {
          ns,
          docs: new Map(),
          idx: [{ name: '_id_', key: { _id: 1 }, map: new Map(), first: new Map() }],
        }),
      );
    return c;
  }
  /** group commit: every write of one event-loop turn shares one fsync; the reply waits for it */
  durable(): Promise<void> {
    if (!this.db) return Promise.resolve();
    return new Promise((r) => {
      this.waiters.push(r);
      if (this.waiters.length === 1) setImmediate(() => this.flush());
    });
  }
  /** retry record rides in the same SQLite transaction as the write it describes */
  recordRetry(sid: string, n: bigint, reply: any) {
    if (this.db) this.retries.push([sid, n, serialize(reply, { ignoreUndefined: true })]);
  }
  loadRetry(sid: string): { n: bigint; reply: any } | null {
    const r: any = this.db?.prepare('SELECT n,b FROM rt WHERE sid=?').get(sid);
    return r ? { n: BigInt(r.n), reply: deserialize(r.b) } : null;
  }
  private retries: [string, bigint, Uint8Array][] = [];
  flush() {
    const w = this.waiters,
      b = this.batch,
      rt = this.retries;
    this.waiters = [];
    this.batch = [];
    this.retries = [];
    if (b.length && this.db) {
      this.db.exec('BEGIN');
      for (const [ns, id, x] of b) x ? this.st.put.run(ns, id, x) : this.st.del.run(ns, id);
      for (const [sid, n, x] of rt) this.st.rt.run(sid, n, x, Date.now());
      this.db.exec('COMMIT');
    }
    for (const f of w) f();
  }
  addIndex(ns: string, spec: any, persist = true) {
    const c = this.coll(ns),
      old = c.idx.find((i) => i.name === spec.name);
    if (old) {
      if (JSON.stringify(old.key) !== JSON.stringify(spec.key) || !!old.unique !== !!spec.unique)
        throw new MongoErr(
          86,
          'IndexKeySpecsConflict',
          `An existing index has the same name as the requested index: ${spec.name}`,
        );
      return false;
    }
    const ix: Idx = { ...spec, map: new Map(), first: new Map() };
    for (const [id, d] of c.docs) {
      if (ix.unique) this.checkUnique(c, ix, d, id);
      this.indexOne(ix, d, id, true);
    }
    c.idx.push(ix);
    if (persist && this.db)
      this.db.prepare('INSERT OR REPLACE INTO ix VALUES(?,?,?)').run(ns, spec.name, serialize(spec));
    return true;
  }
  private indexOne(ix: Idx, d: Doc, id: string, add: boolean) {
    if (ix.name === '_id_') return;
    const k = idxKeys(ix, d);
    if (!k) return;
    for (const [m, ks] of [
      [ix.map, k.full],
      [ix.first, k.first],
    ] as const)
      for (const x of ks) {
        let s = m.get(x);
        if (add) {
          if (!s) m.set(x, (s = new Set()));
          s.add(id);
        } else if (s) {
          s.delete(id);
          if (!s.size) m.delete(x);
        }
      }
  }
  private checkUnique(c: Coll, ix: Idx, d: Doc, id: string, overlay?: Map<string, Doc | null>) {
    const k = idxKeys(ix, d);
    if (!k) return;
    let clash = false;
    for (const x of k.full) {
      for (const o of ix.map.get(x) ?? []) if (o !== id && !overlay?.has(o)) clash = true;
      if (overlay)
        for (const [o, od] of overlay) if (o !== id && od && idxKeys(ix, od)?.full.includes(x)) clash = true;
    }
    if (clash) throw this.dup(c, ix, d);
  }
  private dup(c: Coll, ix: { name: string; key: any }, d: Doc) {
    const keyValue = Object.fromEntries(Object.keys(ix.key).map((f) => [f, get(d, f) ?? null]));
    return new MongoErr(
      11000,
      'DuplicateKey',
      `E11000 duplicate key error collection: ${c.ns} index: ${ix.name} dup key: { ${Object.entries(keyValue)
        .map(([k, v]) => `${k}: ${EJSON.stringify(v)}`)
        .join(', ')} }`,
      { keyPattern: ix.key, keyValue },
    );
  }
  // ---- transactions: snapshot = committed state minus undo entries newer than txn.seq, plus the txn's own writes
  begin(): Txn {
    const t: Txn = { seq: this.seq, writes: new Map() };
    this.active.add(t);
    return t;
  }
  private end(t: Txn) {
    this.active.delete(t);
    const min = Math.min(...[...this.active].map((x) => x.seq), Infinity);
    this.undo = this.active.size ? this.undo.filter((u) => u.seq > min) : [];
  }
  abort(t: Txn) {
    if (!t.done) {
      t.done = 'aborted';
      this.end(t);
    }
  }
  commit(t: Txn) {
    if (t.done) return;
    const ops: [Coll, string, Doc | null][] = [];
    for (const [ns, m] of t.writes) for (const [id, d] of m) ops.push([this.coll(ns), id, d]);
    this.apply(ops);
    t.done = 'committed';
    this.end(t);
  }
  private conflict() {
    return new MongoErr(
      112,
      'WriteConflict',
      'Caused by :: Write conflict during plan execution and yielding is disabled. :: Please retry your operation or multi-document transaction.',
      { errorLabels: ['TransientTransactionError'] },
    );
  }
  private apply(ops: [Coll, string, Doc | null][]) {
    const seq = ++this.seq;
    for (const [c, id, d] of ops) {
      const old = c.docs.get(id);
      if (this.active.size) this.undo.push({ seq, ns: c.ns, id, old });
      if (old) for (const ix of c.idx) this.indexOne(ix, old, id, false);
      if (d) {
        c.docs.set(id, d);
        for (const ix of c.idx) this.indexOne(ix, d, id, true);
      } else c.docs.delete(id);
      if (this.db) this.batch.push([c.ns, id, d ? serialize(d, { ignoreUndefined: true }) : null]);
    }
  }
  private put(c: Coll, id: string, d: Doc | null, t?: Txn) {
    if (t) {
      if (this.undo.some((u) => u.seq > t.seq && u.ns === c.ns && u.id === id)) throw this.conflict();
      for (const o of this.active) if (o !== t && o.writes.get(c.ns)?.has(id)) throw this.conflict();
      let m = t.writes.get(c.ns);
      if (!m) t.writes.set(c.ns, (m = new Map()));
      if (d)
        for (const ix of c.idx)
          if (ix.unique) {
            this.checkUnique(c, ix, d, id, m);
            for (const o of this.active)
              if (o !== t)
                for (const [oid, od] of o.writes.get(c.ns) ?? [])
                  if (oid !== id && od && idxKeys(ix, od)?.full.some((x) => idxKeys(ix, d)?.full.includes(x)))
                    throw this.conflict();
          }
      m.set(id, d);
      return;
    }
    for (const o of this.active) if (o.writes.get(c.ns)?.has(id)) throw this.conflict(); // real mongod blocks here; the server layer retries
    if (d) for (const ix of c.idx) if (ix.unique) this.checkUnique(c, ix, d, id);
    this.apply([[c, id, d]]);
  }
  view(c: Coll, t?: Txn): Map<string, Doc> {
    if (!t) return c.docs;
    const m = t.writes.get(c.ns),
      un = this.undo.filter((u) => u.ns === c.ns && u.seq > t.seq);
    if (!m?.size && !un.length) return c.docs;
    const v = new Map(c.docs);
    for (const u of un.reverse()) u.old ? v.set(u.id, u.old) : v.delete(u.id);
    for (const [id, d] of m ?? []) d ? v.set(id, d) : v.delete(id);
    return v;
  }
  candidates(c: Coll, filter: any, t?: Txn): Iterable<[string, Doc]> {
    const v = this.view(c, t),
      pick = (ids: Iterable<string>) => {
        const out: [string, Doc][] = [];
        for (const id of ids) {
          const d = v.get(id);
          if (d) out.push([id, d]);
        }
        return out;
      };
    const eqs = (x: any): any[] | null =>
      x === null || typeof x !== 'object' || x instanceof ObjectId || x instanceof Date || x instanceof Binary
        ? [x]
        : '$eq' in x
          ? [x.$eq]
          : Array.isArray(x.$in)
            ? x.$in
            : null;
    const f: any = Object.assign({}, ...(filter?.$and ?? []), filter);
    if ('_id' in f) {
      const e = eqs(f._id);
      if (e && !e.some((x) => x instanceof RegExp)) return pick(new Set(e.map(keyOf)));
    }
    if (v === c.docs)
      for (const ix of c.idx) {
        const k = Object.keys(ix.key)[0];
        if (ix.name === '_id_' || ix.sparse || ix.partialFilterExpression || !(k! in f)) continue;
        const e = eqs(f[k!]);
        if (e && !e.some((x) => x instanceof RegExp || x === null))
          return pick(new Set(e.flatMap((x) => [...(ix.first.get(keyOf(x)) ?? [])])));
      }
    return v;
  }
  match(c: Coll, filter: any, t?: Txn): [string, Doc][] {
    const q = new Query(filter ?? {}),
      out: [string, Doc][] = [];
    for (const e of this.candidates(c, filter, t)) if (q.test(e[1])) out.push(e);
    return out;
  }
  find(c: Coll, o: any, t?: Txn): Doc[] {
    const rows = this.match(c, o.filter, t).map((e) => e[1]);
    let cur: any = mfind(
      rows,
      {},
      o.projection && Object.keys(o.projection).length ? o.projection : undefined,
      { collation: o.collation },
    );
    if (o.sort && Object.keys(o.sort).length) cur = cur.sort(o.sort);
    if (o.skip) cur = cur.skip(Number(o.skip));
    if (o.limit) cur = cur.limit(Math.abs(Number(o.limit)));
    return cur.all();
  }
  aggregate(c: Coll, pipeline: any[], o: any, t?: Txn): Doc[] {
    let rows: Doc[];
    if (pipeline[0]?.$match) {
      rows = this.match(c, pipeline[0].$match, t).map((e) => e[1]);
      pipeline = pipeline.slice(1);
    } else rows = [...this.view(c, t).values()];
    const db = c.ns.slice(0, c.ns.indexOf('.'));
    for (const s of pipeline)
      if (s.$out || s.$merge || s.$changeStream)
        throw new MongoErr(40324, 'Location40324', 'Unrecognized pipeline stage name: ' + Object.keys(s)[0]);
    return magg(rows, clone(pipeline), {
      collectionResolver: (n: string) => [...this.view(this.coll(db + '.' + n), t).values()],
      collation: o.collation,
      variables: o.let,
    } as any);
  }
  insert(c: Coll, d: Doc, t?: Txn) {
    d = '_id' in d ? { _id: d._id, ...d } : { _id: new ObjectId(), ...d };
    const id = keyOf(d._id);
    if (this.view(c, t).has(id)) throw this.dup(c, { name: '_id_', key: { _id: 1 } }, d);
    this.put(c, id, d, t);
    return d;
  }
  update(
    c: Coll,
    q: any,
    mod: any,
    o: any,
    t?: Txn,
  ): { matched: number; modified: number; upserted?: any; before?: Doc | null; after?: Doc | null } {
    let hits = this.match(c, q, t);
    if (o.sort && hits.length > 1) {
      const order = mfind(
        hits.map((h) => h[1]),
        {},
      )
        .sort(o.sort)
        .all() as Doc[];
      hits = order.map((d) => [keyOf(d._id), d]);
    }
    if (!o.multi) hits = hits.slice(0, 1);
    if (!hits.length) {
      if (!o.upsert) return { matched: 0, modified: 0, before: null, after: null };
      const seed: Doc = {};
      const eq = (f: any) => {
        for (const [k, v] of Object.entries<any>(f ?? {})) {
          if (k === '$and') v.forEach(eq);
          else if (k[0] !== '$') {
            const x =
              v && typeof v === 'object' && v.constructor === Object ? ('$eq' in v ? v.$eq : undefined) : v;
            if (x !== undefined && !(x instanceof RegExp))
              k.includes('.') ? mupdate([seed], {}, { $set: { [k]: x } } as any) : (seed[k] = clone(x));
          }
        }
      };
      eq(q);
      const d = this.modify(seed, q, mod, o, true);
      if (!('_id' in d)) d._id = seed._id ?? new ObjectId();
      const ins = this.insert(c, d, t);
      return { matched: 0, modified: 0, upserted: ins._id, before: null, after: ins };
    }
    let modified = 0,
      before: Doc | null = null,
      after: Doc | null = null;
    for (const [id, old] of hits) {
      const d = this.modify(clone(old), q, mod, o, false);
      if (keyOf(d._id) !== id)
        throw new MongoErr(
          66,
          'ImmutableField',
          "Performing an update on the path '_id' would modify the immutable field '_id'",
        );
      before = old;
      after = d;
      if (!same(old, d)) {
        modified++;
        this.put(c, id, d, t);
      }
    }
    return { matched: hits.length, modified, before, after };
  }
  private modify(d: Doc, q: any, mod: any, o: any, isInsert: boolean): Doc {
    if (!Array.isArray(mod) && !Object.keys(mod).some((k) => k[0] === '$'))
      return { _id: d._id ?? mod._id, ...mod };
    if (!Array.isArray(mod)) {
      mod = { ...mod };
      const soi = mod.$setOnInsert;
      delete mod.$setOnInsert;
      if (isInsert && soi) mod.$set = { ...soi, ...mod.$set };
      if (mod.$set && '_id' in mod.$set) {
        const { _id, ...rest } = mod.$set;
        if (isInsert) d._id = _id;
        else if (keyOf(_id) !== keyOf(d._id))
          throw new MongoErr(
            66,
            'ImmutableField',
            "Performing an update on the path '_id' would modify the immutable field '_id'",
          );
        mod.$set = rest;
      }
      for (const k of Object.keys(mod)) if (!mod[k] || !Object.keys(mod[k]).length) delete mod[k];
      if (!Object.keys(mod).length) return d;
    }
    const arr = [d];
    try {
      mupdate(arr, isInsert ? {} : JSON.stringify(mod).includes('.$') ? q : {}, clone(mod), {
        arrayFilters: o.arrayFilters,
        cloneMode: 'deep',
      } as any);
    } catch (e: any) {
      throw new MongoErr(2, 'BadValue', e.message);
    }
    return arr[0]!;
  }
  remove(c: Coll, q: any, one: boolean, t?: Txn) {
    let h = this.match(c, q, t);
    if (one) h = h.slice(0, 1);
    for (const [id] of h) this.put(c, id, null, t);
    return h.map((e) => e[1]);
  }
  drop(ns: string) {
    const had = this.colls.delete(ns);
    if (this.db) {
      this.flush();
      this.db.prepare('DELETE FROM d WHERE ns=?').run(ns);
      this.db.prepare('DELETE FROM ix WHERE ns=?').run(ns);
    }
    return had;
  }
  ttl() {
    const now = Date.now();
    for (const c of this.colls.values())
      for (const ix of c.idx)
        if (ix.expireAfterSeconds != null) {
          const f = Object.keys(ix.key)[0];
          for (const [id, d] of [...c.docs]) {
            const v = get(d, f!);
            if (v instanceof Date && v.getTime() + ix.expireAfterSeconds * 1000 <= now)
              try {
                this.put(c, id, null);
              } catch {}
          }
        }
  }
  close() {
    this.flush();
    this.db?.close();
  }
}
