import { expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

const wide = (text: string, isLittle: boolean) =>
  new Uint8Array(
    [...text].flatMap((character) => {
      const code = character.charCodeAt(0);
      return isLittle ? [code & 0xff, code >> 8] : [code >> 8, code & 0xff];
    }),
  );

it('a text in UTF-8 is read', () =>
  expect(decodeText(new TextEncoder().encode('café, maji – водa'))).toBe('café, maji – водa'));

it.each([
  ['little-endian with a mark', wide('\ufeffSeli ni kitu', true)],
  ['big-endian with a mark', wide('\ufeffSeli ni kitu', false)],
  ['little-endian without a mark', wide('Seli ni kitu', true)],
  ['big-endian without a mark', wide('Seli ni kitu', false)],
])('a text in UTF-16 is read: %s', (_kind, bytes) => expect(decodeText(bytes)).toBe('Seli ni kitu'));

it('a text in Windows-1252 is read', () =>
  expect(decodeText(new Uint8Array([0x63, 0x61, 0x66, 0xe9, 0x20, 0x93, 0x61, 0x94]))).toBe('café “a”'));
