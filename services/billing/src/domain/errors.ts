import { ProductError } from '@kumbuka/contracts';

export class PaymentNotFound extends ProductError {
  constructor() {
    super('PAYMENT_NOT_FOUND');
  }
}

export class RefundNotFound extends ProductError {
  constructor() {
    super('REFUND_NOT_FOUND');
  }
}

/** The refund belongs to no payment of an account. */
export class RefundWithoutPlan extends ProductError {
  constructor() {
    super('REFUND_WITHOUT_PLAN');
  }
}

/** Another account has an open prompt on this phone. */
export class PhoneBusy extends ProductError {
  constructor(retryAfterSeconds: number) {
    super('PHONE_BUSY', { retryAfterSeconds });
  }
}

/** The provider rejected the call or returned an invalid response. */
export class CheckoutFailed extends ProductError {
  constructor(cause?: unknown) {
    super('CHECKOUT_FAILED', { cause });
  }
}

/** The provider's response does not tell whether it did what was requested. */
export class UnclearResponse extends CheckoutFailed {}

/** The provider did not respond in time; the outcome is unknown. */
export class ProviderTimeout extends ProductError {
  constructor(cause?: unknown) {
    super('PROVIDER_TIMEOUT', { cause });
  }
}
