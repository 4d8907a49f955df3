export type Writer = ReturnType<typeof createWriter>;

const MAX_INT64 = 2 ** 63;

/** Writes the primitive types of the Kafka protocol into a growing buffer. Every call returns the writer. */
export function createWriter(initialBytes = 256) {
  let buffer = Buffer.allocUnsafe(initialBytes);
  let size = 0;

  const reserve = (bytes: number): number => {
    if (size + bytes > buffer.length) buffer = enlarged(buffer, size, size + bytes);
    const from = size;
    size += bytes;
    return from;
  };

  const writer = {
    int8(value: number) {
      const at = reserve(1);
      buffer.writeInt8(value, at);
      return writer;
    },
    int16(value: number) {
      const at = reserve(2);
      buffer.writeInt16BE(value, at);
      return writer;
    },
    int32(value: number) {
      const at = reserve(4);
      buffer.writeInt32BE(value, at);
      return writer;
    },
    int64(value: number) {
      const at = reserve(8);
      buffer.writeBigInt64BE(value >= MAX_INT64 ? MAX_BIGINT64 : BigInt(value), at);
      return writer;
    },
    boolean(value: boolean) {
      return writer.int8(value ? 1 : 0);
    },
    string(value: string | null) {
      if (value === null) return writer.int16(-1);
      const bytes = Buffer.byteLength(value);
      writer.int16(bytes);
      const at = reserve(bytes);
      buffer.write(value, at);
      return writer;
    },
    bytes(value: Buffer | null) {
      if (value === null) return writer.int32(-1);
      writer.int32(value.length);
      const at = reserve(value.length);
      value.copy(buffer, at);
      return writer;
    },
    array<T>(items: readonly T[] | null, item: (value: T) => void) {
      if (items === null) return writer.int32(-1);
      writer.int32(items.length);
      for (const value of items) item(value);
      return writer;
    },
    finish: (): Buffer => buffer.subarray(0, size),
  };
  return writer;
}

const MAX_BIGINT64 = 2n ** 63n - 1n;

function enlarged(buffer: Buffer, used: number, requested: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafe(Math.max(requested, buffer.length * 2));
  buffer.copy(larger, 0, 0, used);
  return larger;
}
