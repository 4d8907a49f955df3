/** Placeholder of the address in prerendered pages; the web server replaces or removes it. */
const place = '__CONTACT_EMAIL__';

/** Returns the contact address of the web server's configuration; `null` without one. */
export function contactEmail(): string | null {
  if (typeof document === 'undefined') return place;
  return document.querySelector<HTMLMetaElement>('meta[name="contact"]')?.content ?? null;
}

/** Returns the address that mail comes from; `null` outside of a page of the web server. */
export const mailSender = (): string | null =>
  document.querySelector<HTMLMetaElement>('meta[name="mail-sender"]')?.content ?? null;
