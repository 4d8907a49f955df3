import { wellFormed } from './characters.ts';

/** NFC would replace these ideographs by others and so change names of people and places. */
const outsideIdeographs = /[^\uf900-\ufaff\u{2f800}-\u{2fa1f}]+/gu;
const composed = (text: string) => text.replace(outsideIdeographs, (run) => run.normalize('NFC'));

const lineEnds = /\r\n|[\r\v\u0085\u2028\u2029]/g;
// oxlint-disable-next-line no-control-regex -- the pattern removes control characters
const controls = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/g;

/**
 * Cleans pasted or imported text before it is stored: one kind of line end, form feeds as blank lines, no control
 * characters except tab and newline, NFC. Joiners (ZWJ, ZWNJ) stay.
 */
export const cleanText = (text: string): string =>
  composed(
    wellFormed(text)
      .replace(/^\ufeff/, '')
      .replace(lineEnds, '\n')
      .replace(/\f/g, '\n\n')
      .replace(controls, ' '),
  );
