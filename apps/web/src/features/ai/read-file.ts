import { t } from '@lingui/core/macro';
import { generation } from '@kumbuka/contracts/constants';
import { cleanText } from '@kumbuka/text';
import { decodeText } from './decode-text.ts';
import { FileUnreadable } from './file-unreadable.ts';
import { cutText } from './generation-rules.ts';
import type { PageWithoutText, PdfText } from './read-pdf.ts';

const megabyte = 1024 * 1024;
const maxTextBytes = 5 * megabyte;
const maxPdfBytes = 50 * megabyte;

export interface FileText {
  text: string;
  /** Whether the text was cut to the maximum length. */
  isCut: boolean;
  /** Whether some letters have no character in the file, such as ligatures of a PDF without a mapping. */
  hasGaps: boolean;
  /** Pages of a PDF on which something is drawn, but no letter. */
  withoutText: readonly PageWithoutText[];
}

type Kind = 'text' | 'pdf';

function kindOf({ name, type }: File): Kind {
  if (type === 'application/pdf' || /\.pdf$/i.test(name)) return 'pdf';
  if (/\.(?:txt|md|markdown)$/i.test(name) || /^text\/(?:plain|markdown)$/.test(type)) return 'text';
  throw new FileUnreadable(t`Only .txt, .md and PDF files can be read.`);
}

function assertSize({ size }: File, max: number) {
  if (size > max) throw new FileUnreadable(t`The file is larger than ${max / megabyte} MB.`);
  if (size === 0) throw new FileUnreadable(t`The file is empty.`);
}

async function plainText(file: File): Promise<PdfText> {
  assertSize(file, maxTextBytes);
  const text = decodeText(new Uint8Array(await file.arrayBuffer()));
  return { text, withoutText: [], isTextless: false };
}

async function pdfText(file: File): Promise<PdfText> {
  assertSize(file, maxPdfBytes);
  const { readPdf } = await import('./read-pdf.ts');
  return readPdf(new Uint8Array(await file.arrayBuffer()), generation.maxTextLength + 1);
}

function sentenceWithoutText(kind: Kind, pages: readonly PageWithoutText[]): string {
  if (kind === 'text') return t`There is no text in this file.`;
  if (pages.length === 0) return t`This PDF has no text: its pages are blank.`;
  return pages.some(({ look }) => look === 'scan')
    ? t`This PDF has no text: it is a scan. Please use a PDF with text, or type the text.`
    : t`This PDF has no text: its letters are drawn as shapes. Please use a PDF with text, or type the text.`;
}
const hasText = /[\p{L}\p{N}]/u;

/** Characters that programs write for an unknown letter. Private-use characters have no meaning outside their font. */
// oxlint-disable-next-line no-control-regex -- control characters are what it finds
const unread = /[\u0000-\u0008\u000e-\u001f\u007f\ufffd]|\p{Co}/gu;

/** Cleans a text and writes U+FFFD for each letter that could not be read. */
export function readable(raw: string): { text: string; hasGaps: boolean } {
  const marked = raw.replaceAll(unread, '\ufffd');
  return { text: cleanText(marked).trim(), hasGaps: marked.includes('\ufffd') };
}

/** Returns the text of a .txt, .md or PDF file, cut to the maximum length. Throws FileUnreadable. */
export async function readFile(file: File): Promise<FileText> {
  const kind = kindOf(file);
  const { text: raw, withoutText, isTextless } = await (kind === 'pdf' ? pdfText(file) : plainText(file));
  const { text: whole, hasGaps } = readable(raw);
  const isScanned = isTextless && withoutText.length > 0;
  if (isScanned || !hasText.test(whole)) throw new FileUnreadable(sentenceWithoutText(kind, withoutText));
  const text = cutText(whole);
  return { text, isCut: text.length < whole.length, hasGaps, withoutText };
}
