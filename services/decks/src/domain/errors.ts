import { ProductError } from '@kumbuka/contracts';

export { DeckNotFound, FlashcardNotFound } from '@kumbuka/contracts';

export class StarterDeckNotFound extends ProductError {
  constructor() {
    super('STARTER_DECK_NOT_FOUND');
  }
}

/** A learner has as many decks, or a deck as many cards or as much text, as there may be. */
export class LimitReached extends ProductError {}

export class OperationTooLarge extends ProductError {
  constructor() {
    super('TEXT_OPERATION_TOO_LARGE');
  }
}
