import { escapeHtml } from '@kumbuka/text';

/** Placeholder of the address in built pages; see `src/shared/browser/contact.ts`. */
const place = /__CONTACT_EMAIL__/g;
/** Element that is removed when there is no address; it contains no element with the same tag. */
const element = /<(\w+)(?= )(?=[^>]* data-contact=)[^>]*>[^]*?<\/\1>/g;

/** Inserts the address into a page, for visitors without JavaScript and for the client. Without one, removes its elements. */
export function withContact(html: string, email: string | undefined): string {
  if (email === undefined) return html.replaceAll(element, '');
  const text = escapeHtml(email);
  return html
    .replaceAll(place, () => text)
    .replace('</head>', () => `<meta name="contact" content="${text}"></head>`);
}

/** Tells the client from which address mail comes. */
export const withMailSender = (html: string, address: string): string =>
  html
    .replaceAll('__MAIL_SENDER__', () => escapeHtml(address))
    .replace('</head>', () => `<meta name="mail-sender" content="${escapeHtml(address)}"></head>`);
