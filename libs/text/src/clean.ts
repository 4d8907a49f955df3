import { wellFormed } from './characters.ts';

/** NFC would replace these by other ideographs, which names of people and places do not survive. */
const outsideIdeographs = /[^\uf900-\ufaff\u{2f800}-\u{2fa1f}]+/gu;
const composed = (text: string) => text.replace(outsideIdeographs, (run) => run.normalize('NFC'));

const lineEnds = /\r\n|[\r\v\u0085\u2028\u2029]/g;
// oxlint-disable-next-line no-control-regex -- control characters are what it removes
const controls = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/g;

/**
 * Text that was pasted, read from a file or imported, as the product stores it: one kind of line end, form feeds as
 * blank lines, no control characters but tab and newline, NFC. Joiners (ZWJ, ZWNJ) stay.
 */
export const cleanText = (text: string): string =>
  composed(
    wellFormed(text)
      .replace(/^\ufeff/, '')
      .replace(lineEnds, '\n')
      .replace(/\f/g, '\n\n')
      .replace(controls, ' '),
  );
