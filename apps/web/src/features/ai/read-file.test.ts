import { expect, it } from 'vitest';
import { readable, readFile } from './read-file.ts';

const textFile = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], 'notes.txt', { type: 'text/plain' });

it('a letter that a PDF does not map is replaced by a character that the server accepts', () =>
  expect(readable('Osmosis is the mo\u0000on of water \ue001')).toEqual({
    text: 'Osmosis is the mo\ufffdon of water \ufffd',
    hasGaps: true,
  }));

it('a file whose letters can all be read has no gaps', () =>
  expect(readable('Osmosis\r\nis')).toEqual({ text: 'Osmosis\nis', hasGaps: false }));

it('a text in UTF-16 is read', async () => {
  const bytes = new Uint8Array([0xff, 0xfe, 0x53, 0, 0x65, 0, 0x6c, 0, 0x69, 0]);
  await expect(readFile(textFile(bytes))).resolves.toMatchObject({
    text: 'Seli',
    isCut: false,
    hasGaps: false,
  });
});

it('a file without any letter is reported', () =>
  expect(readFile(textFile(new Uint8Array([0x2d, 0x0a])))).rejects.toThrow('There is no text in this file.'));
