import { ProductError } from '@kumbuka/contracts';

export class PaymentNotFound extends ProductError {
  constructor() {
    super('PAYMENT_NOT_FOUND');
  }
}
