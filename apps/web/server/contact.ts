import { escapeHtml } from '@kumbuka/text';

/** Where the built pages hold the address; see `src/shared/lib/contact.ts`. */
const place = /__CONTACT_EMAIL__/g;
/** An element that is only there with an address; it holds no element of its own kind. */
const element = /<(\w+)(?= )(?=[^>]* data-contact=)[^>]*>[^]*?<\/\1>/g;

/** Puts the address into a page, for readers without JavaScript and for the client; without one, takes its places out. */
export function withContact(html: string, email: string | undefined): string {
  if (email === undefined) return html.replaceAll(element, '');
  const text = escapeHtml(email);
  return html
    .replaceAll(place, () => text)
    .replace('</head>', () => `<meta name="contact" content="${text}"></head>`);
}
