import { ProductError, ValidationFailed } from '@kumbuka/contracts';

export { DeckNotFound, FlashcardNotFound } from '@kumbuka/contracts';

export class StarterDeckNotFound extends ProductError {
  constructor() {
    super('STARTER_DECK_NOT_FOUND');
  }
}

export class NoteNotFound extends ProductError {
  constructor() {
    super('NOTE_NOT_FOUND');
  }
}

/** The sides of a card are made from a stored note. */
export class SidesReadOnly extends ProductError {
  constructor() {
    super('SIDES_READ_ONLY');
  }
}

export class MediaNotFound extends ProductError {
  constructor() {
    super('MEDIA_NOT_FOUND');
  }
}

/** An upload is no picture or sound of a known type, or is damaged. */
export class MediaUnreadable extends ProductError {
  constructor() {
    super('MEDIA_UNREADABLE');
  }
}

/** A learner has the maximum number of decks or bytes of media, or a deck the maximum number of cards or bytes. */
export class LimitReached extends ProductError {}

/** An edit names another deck than the card's. */
export class CardStays extends ValidationFailed {
  constructor() {
    super([{ path: 'deckId', message: 'A card cannot be moved to another deck.' }]);
  }
}

/** The caller changed an earlier version; nothing was saved. */
class VersionConflict<Row> extends ProductError {
  readonly row: Row;
  constructor(row: Row) {
    super('VERSION_CONFLICT');
    this.row = row;
  }
}

/** Throws `VersionConflict` unless the row has the version that the caller expects; `null` expects none. */
export function assertVersion<Row extends { version: number }>(row: Row, expected: number | null): void {
  if (expected !== null && expected !== row.version) throw new VersionConflict(row);
}

/** Shows the row of a conflict as the response of the same operation does. */
export const showConflict =
  <Row>(view: (row: Row) => Record<string, unknown>) =>
  (error: unknown): never => {
    if (!(error instanceof VersionConflict)) throw error;
    throw new ProductError('VERSION_CONFLICT', { current: view(error.row) });
  };

export class ImportNotFound extends ProductError {
  constructor() {
    super('IMPORT_NOT_FOUND');
  }
}

/** The import is at another step than the call is for. */
export class ImportNotThere extends ProductError {
  constructor() {
    super('IMPORT_STATE');
  }
}

/** The learner has another open import. */
export class ImportRunning extends ProductError {
  constructor() {
    super('IMPORT_RUNNING');
  }
}

/** The uploaded file is not on this machine any more. */
export class UploadLost extends Error {
  override readonly name = 'UploadLost';
}

export class OperationTooLarge extends ProductError {
  constructor() {
    super('TEXT_OPERATION_TOO_LARGE');
  }
}
