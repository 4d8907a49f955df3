import { ProductError, type Month } from '@kumbuka/contracts';
import type { Failure } from './failure.ts';

/** A learner without a subscription has used the prompts of the month. */
export class Paywall extends ProductError {
  constructor({ used, limit, month }: { used: number; limit: number; month: Month }) {
    super('PAYWALL', { usage: { used, limit, remaining: 0, month } });
  }
}

/** The deck has no room for the requested cards. */
export class TooManyCards extends ProductError {
  constructor() {
    super('TOO_MANY_CARDS');
  }
}

export class GenerationNotFound extends ProductError {
  constructor() {
    super('GENERATION_NOT_FOUND');
  }
}

export class GenerationNotReady extends ProductError {
  constructor() {
    super('GENERATION_NOT_READY');
  }
}

/** A generation ended without cards; the learner sees the reason. */
export class GenerationFailed extends ProductError {
  readonly failure: Failure;

  constructor(failure: Failure, cause?: unknown) {
    super(failure, { cause });
    this.failure = failure;
  }
}

/** The model's token budget of the learner or of the tier has no room for another call today. */
export class BudgetSpent extends Error {
  readonly code = 'BUDGET_SPENT';

  constructor() {
    super('The token budget of today is spent.');
    this.name = 'BudgetSpent';
  }
}

/** The generation was already ended elsewhere, or its learner was erased. */
export class RunLost extends Error {
  readonly code = 'RUN_LOST';

  constructor() {
    super('The generation was already ended.');
    this.name = 'RunLost';
  }
}
