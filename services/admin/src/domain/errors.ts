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

export class DeadLetterNotFound extends ProductError {
  constructor() {
    super('DEAD_LETTER_NOT_FOUND');
  }
}

/** The dead letter was too large to keep its value, so it cannot be replayed. */
export class DeadLetterCut extends ProductError {
  constructor() {
    super('DEAD_LETTER_CUT');
  }
}
