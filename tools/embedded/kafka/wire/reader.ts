import { MalformedFrame } from './errors.ts';

export type Reader = ReturnType<typeof createReader>;

/**
 * Reads the primitive types of the Kafka protocol from one frame. Throws MalformedFrame when the frame is too short.
 * 64-bit integers become numbers, exact up to 2^53.
 */
export function createReader(frame: Buffer) {
  let at = 0;

  const take = (bytes: number): number => {
    if (bytes < 0 || bytes > frame.length - at) throw new MalformedFrame(`${bytes} bytes expected at ${at}`);
    const from = at;
    at += bytes;
    return from;
  };
  const slice = (bytes: number): Buffer => {
    const from = take(bytes);
    return frame.subarray(from, from + bytes);
  };

  const int8 = () => frame.readInt8(take(1));
  const int16 = () => frame.readInt16BE(take(2));
  const int32 = () => frame.readInt32BE(take(4));
  const int64 = () => Number(frame.readBigInt64BE(take(8)));
  const boolean = () => int8() !== 0;

  const nullableString = (): string | null => {
    const length = int16();
    return length === -1 ? null : slice(length).toString('utf8');
  };
  const nullableBytes = (): Buffer | null => {
    const length = int32();
    return length === -1 ? null : slice(length);
  };
  const nullableArray = <T>(item: () => T): T[] | null => {
    const length = int32();
    if (length === -1) return null;
    // Every item takes at least one byte, so a larger count is invalid and must not allocate memory.
    if (length < 0 || length > frame.length - at) throw new MalformedFrame(`array of ${length}`);
    return Array.from({ length }, item);
  };

  return {
    int8,
    int16,
    int32,
    int64,
    boolean,
    nullableString,
    nullableBytes,
    nullableArray,
    string: () => present(nullableString()),
    bytes: () => present(nullableBytes()),
    array: <T>(item: () => T): T[] => present(nullableArray(item)),
  };
}

function present<T>(value: T | null): T {
  if (value === null) throw new MalformedFrame('null where a value is required');
  return value;
}
