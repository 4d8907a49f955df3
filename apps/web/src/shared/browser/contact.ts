/** Placeholder of the address in prerendered pages; the web server replaces or removes it. */
const place = '__CONTACT_EMAIL__';

/** Returns the contact address of the web server's configuration; `null` without one. */
export function contactEmail(): string | null {
  if (typeof document === 'undefined') return place;
  return document.querySelector<HTMLMetaElement>('meta[name="contact"]')?.content ?? null;
}

/** Placeholder of the address that mail comes from in prerendered pages; the web server replaces it. */
const senderPlace = '__MAIL_SENDER__';

/** Returns the address that mail comes from; `null` outside of a page of the web server. */
export function mailSender(): string | null {
  if (typeof document === 'undefined') return senderPlace;
  return document.querySelector<HTMLMetaElement>('meta[name="mail-sender"]')?.content ?? null;
}
