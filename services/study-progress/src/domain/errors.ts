import { ProductError, ValidationFailed } from '@kumbuka/contracts';

export { DeckNotFound, FlashcardNotFound } from '@kumbuka/contracts';

export class StudySessionNotFound extends ProductError {
  constructor() {
    super('STUDY_SESSION_NOT_FOUND');
  }
}

export class AnswerNotFound extends ProductError {
  constructor() {
    super('ANSWER_NOT_FOUND');
  }
}

export class AnswerNotLatest extends ProductError {
  constructor() {
    super('ANSWER_NOT_LATEST');
  }
}

export class TooManyOpenSessions extends ProductError {
  constructor() {
    super('TOO_MANY_OPEN_SESSIONS');
  }
}

export class AnsweredAtInvalid extends ValidationFailed {
  constructor(message: string) {
    super([{ path: 'answeredAt', message }]);
  }
}

/** A session answers a card once. */
export class AnswerRepeated extends ProductError {
  constructor() {
    super('ANSWER_REPEATED');
  }
}

/**
 * The log has an answer by the name that the client gave to this one, or this one's turn in its session; whoever gets
 * this looks which it is.
 */
export class AnswerTaken extends Error {
  override readonly name = 'AnswerTaken';
}
