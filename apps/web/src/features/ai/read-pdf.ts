import { t } from '@lingui/core/macro';
import {
  getDocument,
  GlobalWorkerOptions,
  PasswordException,
  VerbosityLevel,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
// What Vite makes of '?url' exists in the build only.
// oxlint-disable-next-line import/default
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { FileUnreadable } from './file-unreadable.ts';
import { joinPages } from './join-pages.ts';
import { pageTextOf } from './page-lines.ts';
import { classifyPage, type PageLook } from './page-look.ts';
import { unwrapLines } from './unwrap-lines.ts';

GlobalWorkerOptions.workerSrc = workerAddress;

export interface PdfText {
  text: string;
  /** Pages without a letter on which something is drawn. Blank pages are left out: nothing is missing there. */
  withoutText: PageWithoutText[];
  isTextless: boolean;
}

export interface PageWithoutText {
  /** From 1. */
  number: number;
  look: Exclude<PageLook, 'blank'>;
}

async function pageText(document: PDFDocumentProxy, number: number): Promise<string> {
  const page = await document.getPage(number);
  const { items } = await page.getTextContent();
  page.cleanup();
  return pageTextOf(items.filter((item) => 'str' in item));
}

const letter = /\p{L}/u;

/** Only so many pages without text are classified; later ones count as scans. */
const maxClassifiedPages = 5;

async function lookAtPages(
  document: PDFDocumentProxy,
  numbers: readonly number[],
): Promise<PageWithoutText[]> {
  const pages: PageWithoutText[] = [];
  for (const number of numbers) {
    const isLooked = pages.length < maxClassifiedPages;
    const look = isLooked ? await classifyPage(await document.getPage(number)) : 'scan';
    if (look !== 'blank') pages.push({ number, look });
  }
  return pages;
}

/** Reads page after page until the text is long enough, so that a thick book takes no longer than a thin one. */
async function textOf(document: PDFDocumentProxy, max: number): Promise<PdfText> {
  const pages: string[] = [];
  let length = 0;
  for (let number = 1; number <= document.numPages && length < max; number++) {
    const page = await pageText(document, number);
    pages.push(page);
    length += page.length;
  }
  const text = unwrapLines(joinPages(pages));
  // Programs that scan stamp their name on each page, which `joinPages` removes as a running head.
  const isTextless = !letter.test(text);
  const numbers = pages.flatMap((page, index) => (isTextless || !letter.test(page) ? [index + 1] : []));
  return { text, withoutText: await lookAtPages(document, numbers), isTextless };
}

function sentenceFor(error: unknown): string {
  return error instanceof PasswordException
    ? t`This PDF is locked with a password.`
    : t`This PDF cannot be read. It may be damaged.`;
}

/** Returns the text of a PDF, about `max` characters. Throws FileUnreadable. */
export async function readPdf(data: Uint8Array, max: number): Promise<PdfText> {
  const loading = getDocument({
    data,
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    return await textOf(await loading.promise, max);
  } catch (error) {
    throw new FileUnreadable(sentenceFor(error));
  } finally {
    await loading.destroy();
  }
}
