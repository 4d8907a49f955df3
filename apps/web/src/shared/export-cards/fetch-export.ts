import { pageLanguageHeader } from '@kumbuka/contracts/constants';
import type { ExportFormat } from '@kumbuka/contracts';
import { readToken } from '../auth/token.ts';
import { shownLanguage } from '../i18n/i18n.ts';

export interface ExportedCards {
  name: string;
  content: Blob;
}

/** The server made no file. */
interface Refused {
  /** Sentence of the server in the language of the page, when it is meant for people. */
  sentence: string | null;
}

const fileName = /filename\*=UTF-8''([^;]+)/;

async function sentenceOf(response: Response): Promise<string | null> {
  if (response.status >= 500) return null;
  const body: unknown = await response.json().catch(() => null);
  const isProblem = typeof body === 'object' && body !== null && 'error' in body;
  return isProblem && typeof body.error === 'string' ? body.error : null;
}

/** What a caller can follow and end. */
interface Following {
  /** Bytes that have arrived. */
  onBytes?: (bytes: number) => void;
  signal?: AbortSignal;
}

/** The file, which the browser may keep on its disk while it arrives. */
function contentOf(response: Response, onBytes: Following['onBytes']): Promise<Blob> {
  if (!response.body || !onBytes) return response.blob();
  let bytes = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.length;
      onBytes(bytes);
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counted)).blob();
}

/** Fetches the cards of a deck, or of all decks, as a file. The token goes in a header, so no link can do it. */
export async function fetchExport(
  format: ExportFormat,
  deckId: string | null,
  { onBytes, signal }: Following = {},
): Promise<ExportedCards | Refused> {
  const query = new URLSearchParams({ format, ...(deckId === null ? {} : { deck: deckId }) });
  const language = shownLanguage();
  const response = await fetch(`/export?${query.toString()}`, {
    headers: {
      authorization: `Bearer ${readToken() ?? ''}`,
      'accept-language': language,
      [pageLanguageHeader]: language,
    },
    ...(signal ? { signal } : {}),
  });
  if (!response.ok) return { sentence: await sentenceOf(response) };
  const [, encoded = 'kumbuka'] = fileName.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { name: decodeURIComponent(encoded), content: await contentOf(response, onBytes) };
}
