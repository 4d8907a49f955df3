import { limits, ProductError } from '@kumbuka/contracts';

export class DeckNotFound extends ProductError {
  constructor() {
    super('DECK_NOT_FOUND', 404, 'This deck does not exist.');
  }
}

export class FlashcardNotFound extends ProductError {
  constructor() {
    super('FLASHCARD_NOT_FOUND', 404, 'This flashcard does not exist.');
  }
}

export class LimitReached extends ProductError {
  constructor(message: string) {
    super('LIMIT_REACHED', 409, message);
  }
}

export const tooManyDecks = () =>
  new LimitReached(`You can have at most ${limits.decksPerLearner.toLocaleString('en')} decks.`);

const mebibyte = 1024 * 1024;

export const tooMuchText = () =>
  new LimitReached(`The texts of a deck can have at most ${limits.deckTextBytes / mebibyte} MB together.`);

export const operationTooLarge = () =>
  new ProductError(
    'OPERATION_TOO_LARGE',
    400,
    `The operation reads more than ${limits.operationText / mebibyte} MB of flashcards.`,
  );

export const tooManyCards = () =>
  new LimitReached(`A deck can have at most ${limits.cardsPerDeck.toLocaleString('en')} flashcards.`);
