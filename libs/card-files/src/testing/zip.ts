import { crc32, deflateRawSync } from 'node:zlib';

/** Entry of a zip file with whatever its headers claim. */
export interface RawEntry {
  name: string | Buffer;
  bytes: Buffer;
  /** Stored bytes, where they differ from the deflated ones. */
  stored?: Buffer;
  method?: number;
  flags?: number;
  crc?: number;
  size?: number;
  storedSize?: number;
  /** Unix mode and file type, such as that of a link. */
  mode?: number;
  /** Whether sizes follow the bytes instead of preceding them. */
  isDescribed?: boolean;
  /** Whether sizes are in the extra field of zip64. */
  isZip64?: boolean;
  /** Offset of the local header, where it is not that of the entry's own. */
  offset?: number;
}

const sizeIn64 = 0xffff_ffff;

function header(entry: RawEntry, stored: Buffer, isCentral: boolean, offset: number): Buffer {
  const name = Buffer.from(entry.name);
  const { method = 8, flags = entry.isDescribed ? 8 : 0, mode = 0o100_644 } = entry;
  const hidden = entry.isDescribed && !isCentral;
  const crc = hidden ? 0 : (entry.crc ?? crc32(entry.bytes));
  const size = hidden ? 0 : (entry.size ?? entry.bytes.length);
  const storedSize = hidden ? 0 : (entry.storedSize ?? stored.length);
  const extra = entry.isZip64 ? Buffer.alloc(20) : Buffer.alloc(0);
  if (entry.isZip64) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(16, 2);
    extra.writeBigUInt64LE(BigInt(size), 4);
    extra.writeBigUInt64LE(BigInt(storedSize), 12);
  }
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(entry.isZip64 ? 45 : 20, 0);
  shared.writeUInt16LE(flags, 2);
  shared.writeUInt16LE(method, 4);
  shared.writeUInt32LE(crc, 10);
  shared.writeUInt32LE(entry.isZip64 ? sizeIn64 : storedSize, 14);
  shared.writeUInt32LE(entry.isZip64 ? sizeIn64 : size, 18);
  shared.writeUInt16LE(name.length, 22);
  shared.writeUInt16LE(extra.length, 24);
  if (!isCentral) return Buffer.concat([Buffer.from('PK\x03\x04'), shared, name, extra]);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE((mode << 16) >>> 0, 6);
  rest.writeUInt32LE(entry.offset ?? offset, 10);
  return Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([45, 3]), shared, rest, name, extra]);
}

/** A zip file whose headers may lie; `entryCount` is what its end claims. */
export function rawZip(entries: readonly RawEntry[], entryCount = entries.length): Buffer {
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const entry of entries) {
    const stored = entry.stored ?? (entry.method === 0 ? entry.bytes : deflateRawSync(entry.bytes));
    directory.push(header(entry, stored, true, at));
    if (entry.offset !== undefined) continue;
    const described = Buffer.alloc(entry.isDescribed ? 16 : 0);
    if (entry.isDescribed) {
      described.write('PK\x07\x08', 'latin1');
      described.writeUInt32LE(crc32(entry.bytes), 4);
      described.writeUInt32LE(stored.length, 8);
      described.writeUInt32LE(entry.bytes.length, 12);
    }
    const own = Buffer.concat([header(entry, stored, false, at), stored, described]);
    parts.push(own);
    at += own.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Math.min(entryCount, 0xffff), 8);
  end.writeUInt16LE(Math.min(entryCount, 0xffff), 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}
