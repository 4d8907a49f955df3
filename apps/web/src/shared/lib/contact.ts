/** Place of the address in the pages that the build renders; the web server fills it or takes it out. */
const place = '__CONTACT_EMAIL__';

/** Where people can write to, as the web server was configured; `null` without a setting. */
export function contactEmail(): string | null {
  if (typeof document === 'undefined') return place;
  return document.querySelector<HTMLMetaElement>('meta[name="contact"]')?.content ?? null;
}
