import { mkdirSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { randomUUID } from 'node:crypto';
class R {
  b: Buffer;
  o = 0;
  constructor(b: Buffer) {
    this.b = b;
  }
  i8() {
    return this.b.readInt8(this.o++);
  }
  i16() {
    const v = this.b.readInt16BE(this.o);
    this.o += 2;
    return v;
  }
  i32() {
    const v = this.b.readInt32BE(this.o);
    this.o += 4;
    return v;
  }
  i64() {
    const v = this.b.readBigInt64BE(this.o);
    this.o += 8;
    return v;
  }
  str(): string | null {
    const n = this.i16();
    if (n < 0) return null;
    const v = this.b.toString('utf8', this.o, this.o + n);
    this.o += n;
    return v;
  }
  bytes(): Buffer | null {
    const n = this.i32();
    if (n < 0) return null;
    if (this.o + n > this.b.length) throw new Error('short');
    const v = this.b.subarray(this.o, this.o + n);
    this.o += n;
    return v;
  }
  arr<T>(f: () => T): T[] {
    const n = this.i32();
    const a: T[] = [];
    for (let i = 0; i < n; i++) a.push(f());
    return a;
  }
}
class W {
  p: Buffer[] = [];
  n(k: number, f: (b: Buffer) => void) {
    const b = Buffer.allocUnsafe(k);
    f(b);
    this.p.push(b);
    return this;
  }
  i8(v: number) {
    return this.n(1, (b) => b.writeInt8(v));
  }
  i16(v: number) {
    return this.n(2, (b) => b.writeInt16BE(v));
  }
  i32(v: number) {
    return this.n(4, (b) => b.writeInt32BE(v));
  }
  i64(v: bigint | number) {
    return this.n(8, (b) => b.writeBigInt64BE(BigInt(v)));
  }
  str(s: string | null) {
    if (s === null) return this.i16(-1);
    const b = Buffer.from(s);
    this.i16(b.length);
    this.p.push(b);
    return this;
  }
  bytes(b: Buffer | null) {
    if (!b) return this.i32(-1);
    this.i32(b.length);
    this.p.push(b);
    return this;
  }
  arr<T>(a: T[], f: (x: T) => void) {
    this.i32(a.length);
    for (const x of a) f(x);
    return this;
  }
  buf() {
    return Buffer.concat(this.p);
  }
}
type Batch = { base: bigint; last: bigint; buf: Buffer; ts: bigint };
type Part = {
  topic: string;
  p: number;
  log: Batch[];
  next: bigint;
  start: bigint;
  prod: Map<string, { seq: number; base: bigint; epoch: number }>;
};
type Member = {
  id: string;
  meta: [string, Buffer][];
  timer?: NodeJS.Timeout;
  session: number;
  rebalance: number;
  join?: ((w: W) => void) | undefined;
  sync?: ((w: W) => void) | undefined;
  assignment: Buffer | null;
};
type Group = {
  id: string;
  state: 'Empty' | 'Joining' | 'Sync' | 'Stable';
  gen: number;
  leader: string;
  proto: string;
  members: Map<string, Member>;
  timer?: NodeJS.Timeout;
};
const E = {
  NONE: 0,
  OFFSET_OUT_OF_RANGE: 1,
  UNKNOWN_TOPIC: 3,
  ILLEGAL_GENERATION: 22,
  UNKNOWN_MEMBER: 25,
  REBALANCE: 27,
  TOPIC_EXISTS: 36,
  OUT_OF_ORDER_SEQ: 45,
  CORRUPT: 2,
};
export type KafkaOptions = {
  port?: number;
  dataDir?: string;
  defaultPartitions?: number;
  autoCreateTopics?: boolean;
};
export type EmbeddedKafka = { port: number; brokers: string[]; stop(): Promise<void> };
/** Starts a Kafka broker on 127.0.0.1; without dataDir it keeps everything in memory. */
export function startKafka(options: KafkaOptions = {}): Promise<EmbeddedKafka> {
  if (process.env['NODE_ENV'] === 'production')
    throw new Error('The embedded Kafka refuses NODE_ENV=production');
  if (options.dataDir) mkdirSync(options.dataDir, { recursive: true });
  const o = {
    port: options.port ?? 0,
    file: options.dataDir ? join(options.dataDir, 'kafka.db') : ':memory:',
    partitions: options.defaultPartitions ?? 1,
    sync: 'FULL',
    auto: options.autoCreateTopics ?? false,
  };

  const db = new DatabaseSync(o.file ?? ':memory:');
  db.exec(
    `PRAGMA journal_mode=WAL; PRAGMA synchronous=${o.sync ?? 'FULL'}; CREATE TABLE IF NOT EXISTS t(name TEXT PRIMARY KEY, n INT); CREATE TABLE IF NOT EXISTS log(t TEXT,p INT,base INT,last INT,ts INT,b BLOB,PRIMARY KEY(t,p,base)) WITHOUT ROWID; CREATE TABLE IF NOT EXISTS off(g TEXT,t TEXT,p INT,o INT,m TEXT,PRIMARY KEY(g,t,p)) WITHOUT ROWID; CREATE TABLE IF NOT EXISTS k(k TEXT PRIMARY KEY, v INT)`,
  );
  const topics = new Map<string, Part[]>(),
    offsets = new Map<string, { o: bigint; m: string | null }>(),
    groups = new Map<string, Group>();
  let port = 0,
    waiters = new Set<() => void>();
  const mk = (name: string, n: number, save = true) => {
    const ps = Array.from({ length: n }, (_, p): Part => ({
      topic: name,
      p,
      log: [],
      next: 0n,
      start: 0n,
      prod: new Map(),
    }));
    topics.set(name, ps);
    if (save) db.prepare('INSERT INTO t VALUES(?,?)').run(name, n);
    return ps;
  };
  const seen = (pt: Part, b: Buffer, base: bigint) => {
    const pid = b.readBigInt64BE(43);
    if (pid >= 0n)
      pt.prod.set(String(pid), {
        seq: b.readInt32BE(53) + b.readInt32BE(23),
        base,
        epoch: b.readInt16BE(51),
      });
  };
  for (const r of db.prepare('SELECT name,n FROM t').all() as any) mk(r.name, r.n, false);
  for (const r of db.prepare('SELECT * FROM log ORDER BY t,p,base').iterate() as any) {
    const pt = topics.get(r.t)![r.p]!,
      buf = Buffer.from(r.b);
    pt.log.push({ base: BigInt(r.base), last: BigInt(r.last), buf, ts: BigInt(r.ts) });
    pt.next = BigInt(r.last) + 1n;
    seen(pt, buf, BigInt(r.base));
  }
  for (const r of db.prepare('SELECT * FROM off').all() as any)
    offsets.set(`${r.g}\0${r.t}\0${r.p}`, { o: BigInt(r.o), m: r.m });
  const insLog = db.prepare('INSERT INTO log VALUES(?,?,?,?,?,?)'),
    insOff = db.prepare(
      'INSERT INTO off VALUES(?,?,?,?,?) ON CONFLICT(g,t,p) DO UPDATE SET o=excluded.o,m=excluded.m',
    );
  let q: (() => void)[] = [],
    done: (() => void)[] = []; // group commit
  const durable = (f: () => void) =>
    new Promise<void>((r) => {
      q.push(f);
      done.push(r);
      if (q.length === 1)
        setImmediate(() => {
          const a = q,
            d = done;
          q = [];
          done = [];
          db.exec('BEGIN');
          for (const x of a) x();
          db.exec('COMMIT');
          for (const x of d) x();
          const w = waiters;
          waiters = new Set();
          for (const x of w) x();
        });
    });
  const group = (id: string) => {
    let g = groups.get(id);
    if (!g) groups.set(id, (g = { id, state: 'Empty', gen: 0, leader: '', proto: '', members: new Map() }));
    return g;
  };
  const touch = (g: Group, m: Member) => {
    clearTimeout(m.timer);
    m.timer = setTimeout(() => {
      if (!m.join && !m.sync) evict(g, m);
      else touch(g, m);
    }, m.session);
    m.timer.unref?.();
  };
  const evict = (g: Group, m: Member) => {
    clearTimeout(m.timer);
    g.members.delete(m.id);
    if (!g.members.size) {
      g.state = 'Empty';
      g.gen++;
      clearTimeout(g.timer);
    } else rebalance(g);
  };
  const joinReply = (g: Group, m: Member, w: W, err = 0) =>
    w
      .i32(0)
      .i16(err)
      .i32(err ? -1 : g.gen)
      .str(err ? '' : g.proto)
      .str(err ? '' : g.leader)
      .str(m.id)
      .arr(!err && m.id === g.leader ? [...g.members.values()] : [], (x) => {
        w.str(x.id).bytes(x.meta.find((y) => y[0] === g.proto)![1]);
      });
  const rebalance = (g: Group) => {
    if (g.state !== 'Joining') {
      g.state = 'Joining';
      for (const m of g.members.values())
        if (m.sync) {
          m.sync(new W().i32(0).i16(E.REBALANCE).bytes(Buffer.alloc(0)));
          m.sync = undefined;
        }
      clearTimeout(g.timer);
      g.timer = setTimeout(
        () => complete(g, true),
        Math.max(...[...g.members.values()].map((m) => m.rebalance), 100),
      );
    }
    complete(g, false);
  };
  const complete = (g: Group, force: boolean) => {
    if (g.state !== 'Joining') return;
    const all = [...g.members.values()];
    if (!force && all.some((m) => !m.join)) return;
    clearTimeout(g.timer);
    for (const m of all)
      if (!m.join) {
        clearTimeout(m.timer);
        g.members.delete(m.id);
      }
    if (!g.members.size) {
      g.state = 'Empty';
      return;
    }
    g.gen++;
    g.state = 'Sync';
    const ms = [...g.members.values()];
    if (!g.members.has(g.leader)) g.leader = ms[0]!.id;
    g.proto = ms[0]!.meta.map((x) => x[0]).find((n) => ms.every((m) => m.meta.some((y) => y[0] === n))) ?? '';
    for (const m of ms) {
      const w = new W();
      joinReply(g, m, w);
      const j = m.join!;
      m.join = undefined;
      m.assignment = null;
      touch(g, m);
      j(w);
    }
  };
  const api: Record<number, [number, number, (r: R, w: W, v: number, cid: string) => any]> = {
    18: [
      0,
      2,
      (_r, w, v) => {
        w.i16(0).arr(Object.entries(api), ([k, a]) => {
          w.i16(+k).i16(a[0]).i16(a[1]);
        });
        if (v > 0) w.i32(0);
      },
    ],
    3: [
      4,
      4,
      (r, w) => {
        const n = r.i32();
        const names = n < 0 ? [...topics.keys()] : Array.from({ length: n }, () => r.str()!);
        const auto = r.i8() !== 0 && o.auto;
        for (const t of names)
          if (!topics.has(t) && auto && /^[\w.-]{1,249}$/.test(t)) mk(t, o.partitions ?? 3);
        w.i32(0)
          .arr([1], () => {
            w.i32(1).str('127.0.0.1').i32(port).str(null);
          })
          .str('dev')
          .i32(1)
          .arr(names, (t) => {
            const ps = topics.get(t);
            w.i16(ps ? 0 : E.UNKNOWN_TOPIC)
              .str(t)
              .i8(0)
              .arr(ps ?? [], (p) => {
                w.i16(0)
                  .i32(p.p)
                  .i32(1)
                  .arr([1], (x) => {
                    w.i32(x);
                  })
                  .arr([1], (x) => {
                    w.i32(x);
                  });
              });
          });
      },
    ],
    0: [
      3,
      3,
      async (r, w) => {
        r.str();
        const acks = r.i16();
        r.i32();
        const res: [string, [number, number, bigint][]][] = [],
          p: Promise<void>[] = [];
        r.arr(() => {
          const t = r.str()!,
            out: [number, number, bigint][] = [];
          res.push([t, out]);
          r.arr(() => {
            const i = r.i32(),
              b = r.bytes(),
              pt = topics.get(t)?.[i];
            if (!pt) return out.push([i, E.UNKNOWN_TOPIC, -1n]);
            if (!b || b.length < 61 || b[16] !== 2) return out.push([i, E.CORRUPT, -1n]);
            const pid = b.readBigInt64BE(43),
              epoch = b.readInt16BE(51),
              seq = b.readInt32BE(53),
              delta = b.readInt32BE(23),
              st = pid >= 0n ? pt.prod.get(String(pid)) : undefined;
            if (pid >= 0n) {
              if (st && epoch === st.epoch && seq + delta <= st.seq) return out.push([i, 0, st.base]);
              if (st && epoch === st.epoch && seq !== st.seq + 1)
                return out.push([i, E.OUT_OF_ORDER_SEQ, -1n]);
            } // duplicate -> ack again; gap -> error
            const buf = Buffer.from(b),
              base = pt.next,
              last = base + BigInt(delta),
              ts = b.readBigInt64BE(35);
            buf.writeBigInt64BE(base, 0);
            pt.next = last + 1n;
            seen(pt, buf, base);
            p.push(
              durable(() => {
                insLog.run(t, i, Number(base), Number(last), Number(ts), buf);
                pt.log.push({ base, last, buf, ts });
              }),
            );
            out.push([i, 0, base]);
          });
        });
        await Promise.all(p);
        w.arr(res, ([t, ps]) => {
          w.str(t).arr(ps, ([i, e, b]) => {
            w.i32(i).i16(e).i64(b).i64(-1);
          });
        }).i32(0);
        return acks === 0 ? 'noreply' : undefined;
      },
    ],
    1: [
      4,
      4,
      async (r, w) => {
        r.i32();
        const maxWait = r.i32(),
          minBytes = r.i32();
        let budget = r.i32();
        r.i8();
        const req = r.arr(() => ({
          t: r.str()!,
          ps: r.arr(() => ({ i: r.i32(), off: r.i64(), max: r.i32() })),
        }));
        const hwm = (pt: Part) => (pt.log.length ? pt.log[pt.log.length - 1]!.last + 1n : pt.start); // readable only after fsync
        const collect = () => {
          let n = 0;
          const out = req.map((x) => ({
            t: x.t,
            ps: x.ps.map((y) => {
              const pt = topics.get(x.t)?.[y.i];
              if (!pt) return { i: y.i, e: E.UNKNOWN_TOPIC, hw: -1n, b: Buffer.alloc(0) };
              const hw = hwm(pt);
              if (y.off < pt.start || y.off > hw)
                return { i: y.i, e: E.OFFSET_OUT_OF_RANGE, hw, b: Buffer.alloc(0) };
              let lo = 0,
                hi = pt.log.length;
              while (lo < hi) {
                const m = (lo + hi) >> 1;
                pt.log[m]!.last < y.off ? (lo = m + 1) : (hi = m);
              }
              const bs: Buffer[] = [];
              let sz = 0;
              for (; lo < pt.log.length && (n === 0 || (sz < y.max && n < budget)); lo++) {
                bs.push(pt.log[lo]!.buf);
                sz += pt.log[lo]!.buf.length;
                n += pt.log[lo]!.buf.length;
              }
              return { i: y.i, e: 0, hw, b: Buffer.concat(bs) };
            }),
          }));
          return { n, out };
        };
        let c = collect();
        const until = Date.now() + maxWait;
        while (c.n < minBytes && Date.now() < until && !c.out.some((x) => x.ps.some((y) => y.e))) {
          await new Promise<void>((z) => {
            const t = setTimeout(f, until - Date.now());
            function f() {
              clearTimeout(t);
              waiters.delete(f);
              z();
            }
            waiters.add(f);
          });
          c = collect();
        }
        w.i32(0).arr(c.out, (x) => {
          w.str(x.t).arr(x.ps, (y) => {
            w.i32(y.i).i16(y.e).i64(y.hw).i64(y.hw).i32(-1).bytes(y.b);
          });
        });
      },
    ],
    2: [
      1,
      1,
      (r, w) => {
        r.i32();
        w.arr(
          r.arr(() => ({ t: r.str()!, ps: r.arr(() => ({ i: r.i32(), ts: r.i64() })) })),
          (x) => {
            w.str(x.t).arr(x.ps, (y) => {
              const pt = topics.get(x.t)?.[y.i];
              const off = !pt
                ? -1n
                : y.ts === -2n
                  ? pt.start
                  : y.ts === -1n
                    ? pt.next
                    : (pt.log.find((b) => b.ts >= y.ts)?.base ?? pt.next);
              w.i32(y.i)
                .i16(pt ? 0 : E.UNKNOWN_TOPIC)
                .i64(y.ts)
                .i64(off);
            });
          },
        );
      },
    ],
    10: [
      1,
      1,
      (r, w) => {
        r.str();
        r.i8();
        w.i32(0).i16(0).str(null).i32(1).str('127.0.0.1').i32(port);
      },
    ],
    11: [
      2,
      2,
      (r, w, _v, cid) =>
        new Promise<void>((z) => {
          const g = group(r.str()!),
            session = r.i32(),
            reb = r.i32();
          let id = r.str()!;
          r.str();
          const meta = r.arr((): [string, Buffer] => [r.str()!, Buffer.from(r.bytes()!)]);
          let m = g.members.get(id);
          if (id && !m) {
            w.i32(0).i16(E.UNKNOWN_MEMBER).i32(-1).str('').str('').str(id).i32(0);
            return z();
          }
          if (!m) {
            id = `${cid}-${randomUUID()}`;
            m = { id, meta, session, rebalance: reb, assignment: null };
            g.members.set(id, m);
          }
          m.meta = meta;
          m.session = session;
          m.rebalance = reb;
          m.join = (x) => {
            w.p = x.p;
            z();
          };
          touch(g, m);
          rebalance(g);
        }),
    ],
    14: [
      1,
      1,
      (r, w) =>
        new Promise<void>((z) => {
          const g = group(r.str()!),
            gen = r.i32(),
            id = r.str()!,
            as = r.arr((): [string, Buffer] => [r.str()!, Buffer.from(r.bytes()!)]),
            m = g.members.get(id),
            e = !m
              ? E.UNKNOWN_MEMBER
              : gen !== g.gen
                ? E.ILLEGAL_GENERATION
                : g.state === 'Joining'
                  ? E.REBALANCE
                  : 0;
          if (e) {
            w.i32(0).i16(e).bytes(Buffer.alloc(0));
            return z();
          }
          touch(g, m!);
          if (g.state === 'Stable') {
            w.i32(0)
              .i16(0)
              .bytes(m!.assignment ?? Buffer.alloc(0));
            return z();
          }
          m!.sync = (x) => {
            w.p = x.p;
            z();
          };
          if (id === g.leader) {
            for (const [k, v] of as) {
              const x = g.members.get(k);
              if (x) x.assignment = v;
            }
            g.state = 'Stable';
            for (const x of g.members.values())
              if (x.sync) {
                const f = x.sync;
                x.sync = undefined;
                f(
                  new W()
                    .i32(0)
                    .i16(0)
                    .bytes(x.assignment ?? Buffer.alloc(0)),
                );
              }
          }
        }),
    ],
    12: [
      1,
      1,
      (r, w) => {
        const g = group(r.str()!),
          gen = r.i32(),
          m = g.members.get(r.str()!);
        if (m) touch(g, m);
        w.i32(0).i16(
          !m
            ? E.UNKNOWN_MEMBER
            : g.state !== 'Stable'
              ? E.REBALANCE
              : gen !== g.gen
                ? E.ILLEGAL_GENERATION
                : 0,
        );
      },
    ],
    13: [
      1,
      1,
      (r, w) => {
        const g = group(r.str()!),
          m = g.members.get(r.str()!);
        if (m) evict(g, m);
        w.i32(0).i16(m ? 0 : E.UNKNOWN_MEMBER);
      },
    ],
    8: [
      2,
      3,
      async (r, w, v) => {
        const g = r.str()!,
          gen = r.i32(),
          id = r.str()!;
        r.i64();
        const ts = r.arr(() => ({ t: r.str()!, ps: r.arr(() => ({ i: r.i32(), o: r.i64(), m: r.str() })) })),
          gr = groups.get(g);
        const e =
          gen >= 0
            ? !gr?.members.has(id)
              ? E.UNKNOWN_MEMBER
              : gen !== gr.gen
                ? E.ILLEGAL_GENERATION
                : 0
            : 0;
        if (!e)
          await durable(() => {
            for (const t of ts)
              for (const p of t.ps) {
                insOff.run(g, t.t, p.i, Number(p.o), p.m);
                offsets.set(`${g}\0${t.t}\0${p.i}`, { o: p.o, m: p.m });
              }
          });
        if (v >= 3) w.i32(0);
        w.arr(ts, (t) => {
          w.str(t.t).arr(t.ps, (p) => {
            w.i32(p.i).i16(e);
          });
        });
      },
    ],
    9: [
      1,
      1,
      (r, w) => {
        const g = r.str()!;
        w.arr(
          r.arr(() => ({ t: r.str()!, ps: r.arr(() => r.i32()) })),
          (x) => {
            w.str(x.t).arr(x.ps, (p) => {
              const f = offsets.get(`${g}\0${x.t}\0${p}`);
              w.i32(p)
                .i64(f?.o ?? -1n)
                .str(f?.m ?? '')
                .i16(0);
            });
          },
        );
      },
    ],
    22: [
      0,
      0,
      (_r, w) => {
        const r: any = db
          .prepare("INSERT INTO k VALUES('pid',1) ON CONFLICT(k) DO UPDATE SET v=v+1 RETURNING v")
          .get();
        w.i32(0).i16(0).i64(r.v).i16(0);
      },
    ],
    19: [
      2,
      2,
      (r, w) => {
        const ts = r.arr(() => {
          const t = { name: r.str()!, n: r.i32() };
          r.i16();
          r.arr(() => {
            r.i32();
            r.arr(() => r.i32());
          });
          r.arr(() => {
            r.str();
            r.str();
          });
          return t;
        });
        w.i32(0).arr(ts, (t) => {
          const ex = topics.has(t.name);
          if (!ex) mk(t.name, t.n > 0 ? t.n : (o.partitions ?? 3));
          w.str(t.name)
            .i16(ex ? E.TOPIC_EXISTS : 0)
            .str(null);
        });
      },
    ],
  };
  const socks = new Set<net.Socket>();
  const srv = net.createServer((s) => {
    socks.add(s);
    s.setNoDelay(true);
    s.on('error', () => {});
    s.on('close', () => socks.delete(s));
    let buf: Buffer = Buffer.alloc(0),
      chain: Promise<any> = Promise.resolve();
    s.on('data', (d) => {
      buf = buf.length ? Buffer.concat([buf, d]) : d;
      while (buf.length >= 4) {
        const n = buf.readInt32BE(0);
        if (n < 8 || n > 50_000_000) return void s.destroy();
        if (buf.length < 4 + n) return;
        const r = new R(buf.subarray(4, 4 + n));
        buf = buf.subarray(4 + n);
        let key: number, v: number, corr: number, cid: string;
        try {
          key = r.i16();
          v = r.i16();
          corr = r.i32();
          cid = r.str() ?? '';
        } catch {
          return void s.destroy();
        }
        const a = api[key];
        const run = async () => {
          const w = new W();
          let x: any;
          if (!a || v < a[0] || v > a[1]) {
            if (key !== 18) return s.destroy();
            w.i16(35).arr(Object.entries(api), ([k, y]) => {
              w.i16(+k).i16(y[0]).i16(y[1]);
            });
          } else
            try {
              x = await a[2](r, w, v, cid);
            } catch (e) {
              return s.destroy();
            }
          if (x !== 'noreply' && !s.destroyed) {
            const body = w.buf(),
              h = Buffer.allocUnsafe(8);
            h.writeInt32BE(body.length + 4);
            h.writeInt32BE(corr, 4);
            s.write(Buffer.concat([h, body]));
          }
        };
        key === 0 ? (chain = chain.then(run)) : void run();
      }
    });
  });
  return new Promise<EmbeddedKafka>((z) =>
    srv.listen(o.port ?? 0, '127.0.0.1', () => {
      port = (srv.address() as any).port;
      z({
        port,
        brokers: [`127.0.0.1:${port}`],
        stop: () =>
          new Promise<void>((y) => {
            for (const s of socks) s.destroy();
            for (const g of groups.values()) {
              clearTimeout(g.timer);
              for (const m of g.members.values()) clearTimeout(m.timer);
            }
            srv.close(() => {
              db.close();
              y();
            });
          }),
      });
    }),
  );
}
