/** The store rejects the credentials of its address; waiting would not help. */
export class StoreLoginRejected extends Error {
  readonly code = 'STORE_LOGIN_REFUSED';

  constructor(store: 'MongoDB' | 'Redis', cause: unknown) {
    super(`${store} rejected the login of its address: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
    this.name = 'StoreLoginRejected';
  }
}
