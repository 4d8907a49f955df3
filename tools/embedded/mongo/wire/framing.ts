import { MAX_MESSAGE } from '../limits.ts';
import { HEADER } from './messages.ts';

/** The bytes of the peer are no valid message. */
class BadFrame extends Error {
  readonly code = 'BAD_FRAME';
}

/** Splits a byte stream into messages. Throws BadFrame for an invalid length. */
export function createFraming() {
  let chunks: Buffer[] = [];
  let size = 0;

  function join(): Buffer {
    if (chunks.length > 1) chunks = [Buffer.concat(chunks)];
    return chunks[0]!;
  }

  function nextLength(): number {
    if (size < HEADER) return Infinity;
    const head = chunks[0]!.length >= 4 ? chunks[0]! : join();
    const length = head.readInt32LE(0);
    if (length < HEADER || length > MAX_MESSAGE) throw new BadFrame(`message length ${length}`);
    return length;
  }

  /** Adds received bytes and returns the complete messages. */
  function push(chunk: Buffer): Buffer[] {
    chunks.push(chunk);
    size += chunk.length;
    const messages: Buffer[] = [];
    for (let length = nextLength(); length <= size; length = nextLength()) {
      const bytes = join();
      messages.push(bytes.subarray(0, length));
      size -= length;
      chunks = size > 0 ? [bytes.subarray(length)] : [];
    }
    return messages;
  }

  return { push };
}
