import { generation } from '@kumbuka/contracts/constants';
import { FileUnreadable } from './file-unreadable.ts';
import { cutText } from './generation-rules.ts';

const megabyte = 1024 * 1024;
const textMostBytes = 5 * megabyte;
const pdfMostBytes = 50 * megabyte;

export interface FileText {
  text: string;
  /** The text was longer than is taken. */
  isCut: boolean;
}

type Kind = 'text' | 'pdf';

function kindOf({ name, type }: File): Kind {
  if (type === 'application/pdf' || /\.pdf$/i.test(name)) return 'pdf';
  if (/\.(?:txt|md|markdown)$/i.test(name) || /^text\/(?:plain|markdown)$/.test(type)) return 'text';
  throw new FileUnreadable('Only .txt, .md and PDF files can be read.');
}

function assertSize({ size }: File, most: number) {
  if (size > most) throw new FileUnreadable(`The file is larger than ${most / megabyte} MB.`);
  if (size === 0) throw new FileUnreadable('The file is empty.');
}

async function plainText(file: File): Promise<string> {
  assertSize(file, textMostBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new FileUnreadable('The file is not a text in UTF-8.');
  }
}

async function pdfText(file: File): Promise<string> {
  assertSize(file, pdfMostBytes);
  const { readPdf } = await import('./read-pdf.ts');
  return readPdf(new Uint8Array(await file.arrayBuffer()), generation.textMost + 1);
}

/** The text of a .txt, .md or PDF file, at most as much as is taken. Throws FileUnreadable. */
export async function readFile(file: File): Promise<FileText> {
  const whole = (await (kindOf(file) === 'pdf' ? pdfText(file) : plainText(file))).trim();
  if (whole === '') throw new FileUnreadable('There is no text in this file. It may be a scan.');
  const text = cutText(whole);
  return { text, isCut: text.length < whole.length };
}
