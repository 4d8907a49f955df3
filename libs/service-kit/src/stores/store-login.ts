/** The store rejects the credentials of its address; waiting would not help. */
export class StoreLoginRefused extends Error {
  readonly code = 'STORE_LOGIN_REFUSED';

  constructor(store: 'MongoDB' | 'Redis', cause: unknown) {
    super(`${store} refused the login of its address: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
    this.name = 'StoreLoginRefused';
  }
}
