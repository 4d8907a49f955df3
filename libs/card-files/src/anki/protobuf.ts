/** Field of a message: a number, or the bytes of a string or an inner message. */
export interface ProtoField {
  number: number;
  value: number | Uint8Array;
}

/** Reads a message of protobuf as far as it is well-formed. Fixed-width fields are skipped. */
export function* readMessage(bytes: Uint8Array): Generator<ProtoField> {
  let at = 0;
  function varint(): number {
    let [result, factor] = [0, 1];
    for (let count = 0; count < 10; count += 1) {
      const byte = bytes[at++];
      if (byte === undefined) return Number.NaN;
      result += (byte & 127) * factor;
      factor *= 128;
      if (byte < 128) return result;
    }
    return Number.NaN;
  }
  while (at < bytes.length) {
    const key = varint();
    const [number, type] = [Math.floor(key / 8), key % 8];
    if (type === 0) yield { number, value: varint() };
    else if (type === 1) at += 8;
    else if (type === 5) at += 4;
    else if (type === 2) {
      const length = varint();
      if (!(length <= bytes.length - at)) return;
      yield { number, value: bytes.subarray(at, at + length) };
      at += length;
    } else return;
  }
}

const decoder = new TextDecoder();
export const numberField = (bytes: Uint8Array, number: number): number | undefined =>
  [...readMessage(bytes)].find((field) => field.number === number && typeof field.value === 'number')
    ?.value as number | undefined;
const bytesField = (bytes: Uint8Array, number: number): Uint8Array | undefined =>
  [...readMessage(bytes)].find((field) => field.number === number && typeof field.value !== 'number')
    ?.value as Uint8Array | undefined;
export const textField = (bytes: Uint8Array, number: number): string =>
  decoder.decode(bytesField(bytes, number) ?? new Uint8Array());
