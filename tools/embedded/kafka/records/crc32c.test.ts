import { expect, it } from 'vitest';
import { crc32c } from './crc32c.ts';

it.each([
  ['the digits (the check value of the CRC catalogue)', Buffer.from('123456789'), 0xe3069283],
  ['32 bytes of 0 (RFC 3720, B.4)', Buffer.alloc(32), 0x8a9136aa],
  ['32 bytes of 255 (RFC 3720, B.4)', Buffer.alloc(32, 0xff), 0x62a8ab43],
  ['nothing', Buffer.alloc(0), 0],
])('CRC-32C is right for %s', (_what, bytes, crc) => {
  expect(crc32c(bytes)).toBe(crc);
});
