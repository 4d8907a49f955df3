import { MalformedFrame } from './errors.ts';

/** Kafka's socket.request.max.bytes. */
const MAX_FRAME_BYTES = 104_857_600;
const LENGTH_BYTES = 4;

/**
 * Splits a byte stream into frames (a length of 32 bits, then that many bytes). Throws MalformedFrame for an invalid
 * length. Buffers only received bytes, whatever length the frame announces.
 */
export function createFrameSplitter(maxBytes: number = MAX_FRAME_BYTES) {
  let chunks: Buffer[] = [];
  let held = 0;

  const joined = (): Buffer => {
    const whole = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, held);
    chunks = [whole];
    return whole;
  };
  const keep = (rest: Buffer) => {
    chunks = rest.length > 0 ? [rest] : [];
    held = rest.length;
  };
  const announced = (): number => {
    if (chunks[0]!.length < LENGTH_BYTES) joined();
    const length = chunks[0]!.readInt32BE(0);
    if (length < 0 || length > maxBytes) throw new MalformedFrame(`frame of ${length} bytes`);
    return length;
  };

  return (chunk: Buffer): Buffer[] => {
    chunks.push(chunk);
    held += chunk.length;
    const frames: Buffer[] = [];
    while (held >= LENGTH_BYTES) {
      const end = LENGTH_BYTES + announced();
      if (held < end) break;
      const whole = joined();
      frames.push(whole.subarray(LENGTH_BYTES, end));
      keep(whole.subarray(end));
    }
    return frames;
  };
}
