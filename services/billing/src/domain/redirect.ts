import { ProductError } from '@kumbuka/contracts';

const returnPath = '/billing/return';

class RedirectNotAllowed extends ProductError {
  constructor() {
    super('REDIRECT_NOT_ALLOWED');
  }
}

/** Where the provider sends the learner back to: a page of our own; throws RedirectNotAllowed for any other. */
export function returnAddress(asked: string | undefined, origins: readonly string[]): string {
  const [home] = origins;
  const url = URL.parse(asked ?? returnPath, home);
  if (!url || !origins.includes(url.origin) || url.username !== '' || url.password !== '')
    throw new RedirectNotAllowed();
  return url.href;
}
