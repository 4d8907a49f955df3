import { ProductError, ValidationFailed } from '@kumbuka/contracts';

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

export class StudySessionNotFound extends ProductError {
  constructor() {
    super('STUDY_SESSION_NOT_FOUND', 404, 'This study session does not exist.');
  }
}

export class AnswerNotFound extends ProductError {
  constructor() {
    super('ANSWER_NOT_FOUND', 404, 'This answer does not exist.');
  }
}

export class AnswerNotLatest extends ProductError {
  constructor() {
    super('ANSWER_NOT_LATEST', 409, 'Only the latest answer of a card can be taken back.');
  }
}

export class AnsweredAtInvalid extends ValidationFailed {
  constructor(message: string) {
    super([{ path: 'answered_at', message }]);
  }
}
