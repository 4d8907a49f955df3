// MongoDB wire-protocol codec: OP_QUERY (legacy hello) + OP_MSG, no compression, no auth.
import { serialize, deserialize } from 'bson';
export const OP_REPLY = 1,
  OP_QUERY = 2004,
  OP_MSG = 2013,
  MAX_MSG = 48_000_000;
export type Msg = { requestId: number; opCode: number; db: string; cmd: any; noReply: boolean };
const cstr = (b: Buffer, o: number) => {
  const e = b.indexOf(0, o);
  if (e < 0) throw new Error('bad cstring');
  return [b.toString('utf8', o, e), e + 1] as const;
};
const doc = (b: Buffer, o: number, end: number) => {
  if (o + 4 > end) throw new Error('truncated document');
  const n = b.readInt32LE(o);
  if (n < 5 || o + n > end) throw new Error('bad document length');
  return [deserialize(b.subarray(o, o + n), { promoteBuffers: false }), o + n] as const;
};
export function decode(b: Buffer): Msg {
  const requestId = b.readInt32LE(4),
    opCode = b.readInt32LE(12);
  let o = 16,
    end = b.length;
  if (opCode === OP_QUERY) {
    const [ns, p] = cstr(b, o + 4);
    const [cmd] = doc(b, p + 8, end);
    return { requestId, opCode, db: ns.split('.')[0]!, cmd, noReply: false };
  }
  if (opCode !== OP_MSG) throw new Error('unsupported opcode ' + opCode);
  const flags = b.readUInt32LE(o);
  o += 4;
  if (flags & 1) end -= 4;
  let cmd: any;
  const seqs: [string, any[]][] = [];
  while (o < end) {
    const kind = b[o++];
    if (kind === 0) [cmd, o] = doc(b, o, end);
    else if (kind === 1) {
      const stop = o + b.readInt32LE(o);
      if (stop > end || stop <= o) throw new Error('bad sequence');
      let id: string;
      [id, o] = cstr(b, o + 4);
      const docs: any[] = [];
      while (o < stop) {
        let d;
        [d, o] = doc(b, o, stop);
        docs.push(d);
      }
      seqs.push([id, docs]);
    } else throw new Error('bad section kind ' + kind);
  }
  if (!cmd) throw new Error('no body section');
  for (const [k, v] of seqs) cmd[k] = v;
  return { requestId, opCode, db: cmd.$db ?? 'admin', cmd, noReply: (flags & 2) !== 0 };
}
let nextId = 1;
export function encode(m: Msg, reply: any): Buffer {
  const body = serialize(reply, { ignoreUndefined: true });
  const q = m.opCode === OP_QUERY,
    head = Buffer.alloc(q ? 36 : 21);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE((nextId = (nextId + 1) | 0), 4);
  head.writeInt32LE(m.requestId, 8);
  head.writeInt32LE(q ? OP_REPLY : OP_MSG, 12);
  if (q) {
    head.writeInt32LE(8, 16);
    head.writeInt32LE(1, 32);
  }
  return Buffer.concat([head, body]);
}
