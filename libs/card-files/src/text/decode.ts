import { CardFileRejected, type EncodingChoice } from '../collection.ts';

/** Encodings to offer for a text that is not UTF-8; the first is the likeliest. */
const candidates = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1256',
  'shift_jis',
  'gb18030',
  'euc-kr',
];
const sampleLength = 300;

export interface DecodedText {
  text: string;
  /** Present when the encoding is a guess. */
  encodings?: EncodingChoice[];
}

function decode(bytes: Uint8Array, encoding: string, fatal: boolean): string | null {
  try {
    return new TextDecoder(encoding, { fatal }).decode(bytes);
  } catch {
    return null;
  }
}

function markedEncoding(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : null;
}

/** UTF-16 without a mark: every other byte of most texts is 0. */
function unmarkedUtf16(bytes: Uint8Array): string | null {
  const start = bytes.subarray(0, 400);
  const zeros = [0, 1].map((parity) => start.filter((byte, at) => byte === 0 && at % 2 === parity).length);
  const enough = start.length * 0.2;
  return zeros[1]! > enough && zeros[0] === 0
    ? 'utf-16le'
    : zeros[0]! > enough && zeros[1] === 0
      ? 'utf-16be'
      : null;
}

/** Rejects what is no text at all, such as a program or a picture. */
function assertText(text: string): string {
  if (text.slice(0, 100_000).includes('\0')) throw new CardFileRejected('not-a-card-file');
  return text.toWellFormed().replaceAll('\0', ' ');
}

/** Decodes a text file: by its mark, as strict UTF-8, or in the encoding that the learner chose; otherwise it guesses. */
export function decodeText(bytes: Uint8Array, chosen?: string): DecodedText {
  if (chosen !== undefined) {
    const text = decode(bytes, chosen, false);
    if (text === null) throw new CardFileRejected('unknown-encoding');
    return { text: assertText(text) };
  }
  const certain = markedEncoding(bytes) ?? unmarkedUtf16(bytes);
  const text = certain === null ? decode(bytes, 'utf-8', true) : decode(bytes, certain, false);
  if (text !== null) return { text: assertText(text) };
  const encodings = candidates.flatMap((encoding) => {
    const sample = decode(bytes.subarray(0, sampleLength), encoding, false);
    return sample === null ? [] : [{ encoding, sample }];
  });
  return { text: assertText(decode(bytes, candidates[0] ?? 'utf-8', false) ?? ''), encodings };
}
