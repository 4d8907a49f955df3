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

export class ChangeNotFound extends ProductError {
  constructor() {
    super('CHANGE_NOT_FOUND');
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

export class AnswerRepeated extends ProductError {
  constructor() {
    super('ANSWER_REPEATED');
  }
}

/** The log already contains this answer's client id, or its turn in the session. The caller decides which. */
export class AnswerTaken extends Error {
  override readonly name = 'AnswerTaken';
}
