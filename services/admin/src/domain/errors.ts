import { ProductError } from '@kumbuka/contracts';

export class DeletionNotFound extends ProductError {
  constructor() {
    super('DELETION_NOT_FOUND');
  }
}

export class DemoBatchNotFound extends ProductError {
  constructor() {
    super('DEMO_BATCH_NOT_FOUND');
  }
}
