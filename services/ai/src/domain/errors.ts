import { ProductError, type Month } from '@kumbuka/contracts';

/** A learner without a subscription has used the prompts of the month. */
export class Paywall extends ProductError {
  constructor({ used, limit, month }: { used: number; limit: number; month: Month }) {
    super('PAYWALL', { usage: { used, limit, remaining: 0, month } });
  }
}

export class GenerationNotFound extends ProductError {
  constructor() {
    super('GENERATION_NOT_FOUND');
  }
}
