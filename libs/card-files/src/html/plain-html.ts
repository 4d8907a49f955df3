import { escapeHtml } from '@kumbuka/text';

/** Plain text as Anki stores it. Quotation marks stay, as in Anki. */
export const plainToHtml = (text: string): string =>
  escapeHtml(text).replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('\n', '<br>');
