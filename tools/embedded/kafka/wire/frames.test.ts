import { expect, it } from 'vitest';
import { createFrameSplitter } from './frames.ts';

const frame = (text: string) => {
  const bytes = Buffer.alloc(4 + text.length);
  bytes.writeInt32BE(text.length);
  bytes.write(text, 4);
  return bytes;
};
const texts = (frames: Buffer[]) => frames.map(String);

it('the frame reader finds the frames however the network splits the stream', () => {
  const stream = Buffer.concat([frame('one'), frame(''), frame('a longer one')]);
  for (let size = 1; size <= stream.length; size += 1) {
    const split = createFrameSplitter();
    const found: string[] = [];
    for (let at = 0; at < stream.length; at += size)
      found.push(...texts(split(stream.subarray(at, at + size))));
    expect(found).toEqual(['one', '', 'a longer one']);
  }
});

it('the frame reader rejects a length that is negative or above the limit before the bytes arrive', () => {
  const split = () => createFrameSplitter(10);
  expect(() => split()(Buffer.from([255, 255, 255, 255]))).toThrow('frame of -1 bytes');
  expect(() => split()(Buffer.from([0, 0, 0, 11]))).toThrow('frame of 11 bytes');
  expect(texts(split()(frame('0123456789')))).toEqual(['0123456789']);
});
