import { ProductError } from '@kumbuka/contracts';

const returnPath = '/billing/return';

class RedirectNotAllowed extends ProductError {
  constructor() {
    super('REDIRECT_NOT_ALLOWED');
  }
}

/** Return address after the payment: a page of our own. Throws `RedirectNotAllowed` for any other. */
export function returnAddress(requested: string | undefined, origins: readonly string[]): string {
  const [home] = origins;
  const url = URL.parse(requested ?? returnPath, home);
  if (!url || !origins.includes(url.origin) || url.username !== '' || url.password !== '')
    throw new RedirectNotAllowed();
  return url.href;
}
