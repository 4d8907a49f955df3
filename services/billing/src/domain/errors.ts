import { ProductError } from '@kumbuka/contracts';

export class PaymentNotFound extends ProductError {
  constructor() {
    super('PAYMENT_NOT_FOUND');
  }
}

/** The provider refused, or answered what cannot be understood. */
export class CheckoutFailed extends ProductError {
  constructor(cause?: unknown) {
    super('CHECKOUT_FAILED', { cause });
  }
}

/** Whether the provider did what was asked is not known. */
export class ProviderTimeout extends ProductError {
  constructor(cause?: unknown) {
    super('PROVIDER_TIMEOUT', { cause });
  }
}
