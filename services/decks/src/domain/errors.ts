import { ProductError } from '@kumbuka/contracts';

export { DeckNotFound, FlashcardNotFound } from '@kumbuka/contracts';

export class StarterDeckNotFound extends ProductError {
  constructor() {
    super('STARTER_DECK_NOT_FOUND');
  }
}

/** A learner has the maximum number of decks, or a deck the maximum number of cards or bytes. */
export class LimitReached extends ProductError {}

export class OperationTooLarge extends ProductError {
  constructor() {
    super('TEXT_OPERATION_TOO_LARGE');
  }
}
