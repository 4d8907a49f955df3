import { limits, study } from './constants.ts';
import { mediaLimits } from './media.ts';
import { megabytesOf, withThousands } from './numbers.ts';

/** Kind of failure of a request. */
export interface ErrorEntry {
  /** HTTP status. */
  status: number;
  /** Text for people. */
  sentence: string;
  /** Code for clients, if it differs from the entry's name. */
  code?: string;
  /** The same request may succeed later. */
  passing?: true;
  /** The sentence is for developers; users see a text of the screen instead. */
  forDevelopers?: true;
}

const inMegabytes = (bytes: number) => `${megabytesOf(bytes)} MB`;

/** All errors of the product by name, with code, HTTP status and text. */
export const errorCatalogue = {
  // General
  VALIDATION: { status: 400, sentence: 'The request is not valid.' },
  BODY_NOT_JSON: { status: 400, code: 'VALIDATION', sentence: 'The body is not valid JSON.' },
  BODY_TOO_DEEP: { status: 400, code: 'VALIDATION', sentence: 'The body is nested too deeply.' },
  ADDRESS_INVALID: { status: 400, code: 'VALIDATION', sentence: 'The address is not valid.' },
  UNAUTHENTICATED: { status: 401, sentence: 'Please sign in.', passing: true },
  FORBIDDEN: { status: 403, sentence: 'You may not do this.' },
  ADDRESS_INTERNAL: { status: 403, code: 'FORBIDDEN', sentence: 'This address is internal.' },
  NOT_FOUND: { status: 404, sentence: 'There is nothing at this address.' },
  METHOD_NOT_ALLOWED: { status: 405, sentence: 'This address does not support this method.' },
  TIMEOUT: { status: 408, sentence: 'The request took too long to arrive.', passing: true },
  TOO_LARGE: { status: 413, sentence: 'The request is too large.' },
  ADDRESS_TOO_LONG: { status: 414, code: 'TOO_LARGE', sentence: 'The address is too long.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, sentence: 'Send the body as application/json.' },
  CHARSET_UNSUPPORTED: {
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    sentence: 'Send the body in UTF-8.',
  },
  ENCODING_UNSUPPORTED: {
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    sentence: 'Send the body without compression.',
  },
  BODY_NOT_UTF8: { status: 400, code: 'VALIDATION', sentence: 'The body is not valid UTF-8.' },
  RATE_LIMITED: { status: 429, sentence: 'Too many requests. Please wait a moment.', passing: true },
  HEADERS_TOO_LARGE: { status: 431, code: 'TOO_LARGE', sentence: 'The headers are too large.' },
  INTERNAL: {
    status: 500,
    sentence: 'Something went wrong. Please try again.',
    passing: true,
    forDevelopers: true,
  },
  UNAVAILABLE: {
    status: 503,
    sentence: 'The service is not available right now. Please try again in a moment.',
    passing: true,
  },
  PART_UNAVAILABLE: {
    status: 503,
    code: 'UNAVAILABLE',
    sentence: 'A part of the service is not available right now. Please try again in a moment.',
    passing: true,
  },

  // Idempotency keys
  KEY_INVALID: {
    status: 400,
    code: 'VALIDATION',
    sentence: 'The Idempotency-Key must be 1 to 200 printable characters.',
  },
  IN_PROGRESS: {
    status: 409,
    sentence: 'The first request with this Idempotency-Key is still running.',
    passing: true,
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    sentence: 'This Idempotency-Key was used with another request.',
  },

  // GraphQL
  /** Clients with persisted queries then send the whole query. */
  PERSISTED_QUERY_NOT_SUPPORTED: {
    status: 400,
    sentence: 'Persisted queries are not supported.',
    forDevelopers: true,
  },
  GRAPHQL_PARSE_FAILED: { status: 400, sentence: 'The operation cannot be parsed.', forDevelopers: true },
  GRAPHQL_VALIDATION_FAILED: {
    status: 400,
    sentence: 'The operation does not match the schema.',
    forDevelopers: true,
  },
  BAD_USER_INPUT: {
    status: 400,
    sentence: 'The variables do not match the operation.',
    forDevelopers: true,
  },
  OPERATION_UNKNOWN: { status: 400, sentence: 'Only the operations of the web client are allowed.' },
  OPERATION_TOO_LARGE: {
    status: 400,
    sentence: `The operation can read more than ${limits.operationItems} items.`,
  },
  REPETITIVE_OPERATION: {
    status: 400,
    code: 'OPERATION_TOO_LARGE',
    sentence: 'The operation requests the same field too often.',
  },
  TEXT_OPERATION_TOO_LARGE: {
    status: 400,
    code: 'OPERATION_TOO_LARGE',
    sentence: `The operation reads more than ${inMegabytes(limits.operationText)} of flashcards.`,
  },

  // Accounts
  PASSWORD_TOO_COMMON: { status: 400, code: 'VALIDATION', sentence: 'This password is too common.' },
  OTP_INVALID: { status: 400, sentence: 'The code is wrong or has expired.' },
  INVALID_CREDENTIALS: {
    status: 401,
    sentence:
      "The email address or the password is wrong; 'Forgot your password?' lets you choose a new one.",
  },
  /** 403: a client signs out on any 401. */
  PASSWORD_WRONG: { status: 403, sentence: 'The password is wrong.' },
  SIGN_UP_LINK_INVALID: {
    status: 400,
    sentence: 'This link is incomplete. Copy the whole link from the email.',
  },
  SIGN_UP_VERIFIED: {
    status: 409,
    sentence:
      'This email address was verified in the meantime, so the account stays. You can choose a new password.',
  },
  EMAIL_TAKEN: { status: 409, sentence: 'There is already an account with this email address.' },
  USERNAME_TAKEN: { status: 409, sentence: 'This username is already taken.' },
  OPERATOR_UNVERIFIED: { status: 409, sentence: 'An operator must verify the email address first.' },
  OPERATOR_IS_DEMO: { status: 409, sentence: 'A demo account cannot be an operator.' },
  OTP_LOCKED: { status: 429, sentence: 'Too many wrong codes. Please request a new one.' },
  CODE_ASKED_TOO_SOON: {
    status: 429,
    code: 'RATE_LIMITED',
    sentence: 'Please wait a moment before requesting another code.',
    passing: true,
  },

  // Decks
  DECK_NOT_FOUND: { status: 404, sentence: 'This deck does not exist.' },
  FLASHCARD_NOT_FOUND: { status: 404, sentence: 'This flashcard does not exist.' },
  VERSION_CONFLICT: {
    status: 409,
    sentence: 'This was changed in the meantime. Compare both texts and save again.',
  },
  NOTE_NOT_FOUND: { status: 404, sentence: 'This note does not exist.' },
  SIDES_READ_ONLY: {
    status: 409,
    sentence: 'This card is made from a note with a text of its own. Edit the note.',
  },
  IMPORT_NOT_FOUND: { status: 404, sentence: 'This import does not exist.' },
  IMPORT_RUNNING: {
    status: 409,
    sentence: 'Another import is still running. Please wait until it ends.',
    passing: true,
  },
  IMPORT_STATE: { status: 409, sentence: 'The import is at another step.' },
  IMPORT_PIECE_MISSING: { status: 409, sentence: 'A piece of the file is missing before this one.' },
  IMPORT_TOO_LARGE: {
    status: 413,
    code: 'TOO_LARGE',
    sentence: `A file can have at most ${inMegabytes(limits.importBytes)}, an archive of Kumbuka ${inMegabytes(limits.importArchiveBytes)}.`,
  },
  ARCHIVE_TOO_LARGE: {
    status: 409,
    code: 'LIMIT_REACHED',
    sentence: 'Your account is too large for one archive. Export its decks one by one.',
  },
  TOO_MANY_IMPORTS: {
    status: 409,
    code: 'LIMIT_REACHED',
    sentence: `You can import at most ${limits.importsPerDay} files a day.`,
  },
  IMPORTS_FULL: {
    status: 503,
    code: 'UNAVAILABLE',
    sentence: 'Many files are being imported right now. Please try again later.',
    passing: true,
  },
  UNDO_TOO_LATE: { status: 409, sentence: 'An import can be undone for a day.' },
  RESTORE_TOO_LATE: { status: 409, sentence: 'What was deleted can be restored for an hour.' },
  STARTER_DECK_NOT_FOUND: { status: 404, sentence: 'This starter deck does not exist.' },
  TOO_MANY_DECKS: {
    status: 409,
    code: 'LIMIT_REACHED',
    sentence: `You can have at most ${withThousands(limits.decksPerLearner)} decks.`,
  },
  TOO_MANY_CARDS: {
    status: 409,
    code: 'LIMIT_REACHED',
    sentence: `A deck can have at most ${withThousands(limits.cardsPerDeck)} flashcards.`,
  },
  TOO_MUCH_TEXT: {
    status: 409,
    code: 'LIMIT_REACHED',
    sentence: `The texts of a deck can have at most ${inMegabytes(limits.deckTextBytes)} together.`,
  },
  MEDIA_NOT_FOUND: { status: 404, sentence: 'This picture or sound does not exist.' },
  MEDIA_UNREADABLE: {
    status: 400,
    sentence:
      'This file is no picture (JPEG, PNG, WebP, GIF, AVIF) or sound (MP3, M4A, Ogg, WAV) that can be read.',
  },
  TOO_MUCH_MEDIA: {
    status: 409,
    code: 'LIMIT_REACHED',
    sentence: `An account can have at most ${withThousands(mediaLimits.accountFiles)} pictures and sounds with ${inMegabytes(mediaLimits.accountBytes)} together.`,
  },

  // Study
  STUDY_SESSION_NOT_FOUND: { status: 404, sentence: 'This study session does not exist.' },
  ANSWER_NOT_FOUND: { status: 404, sentence: 'This answer does not exist.' },
  CHANGE_NOT_FOUND: { status: 404, sentence: 'This change does not exist.' },
  ANSWER_NOT_LATEST: { status: 409, sentence: 'Only the latest answer of a card can be undone.' },
  ANSWER_REPEATED: { status: 409, sentence: 'This session has already answered this flashcard.' },
  TOO_MANY_OPEN_SESSIONS: {
    status: 409,
    code: 'LIMIT_REACHED',
    sentence: `At most ${study.openSessions} study sessions can be open at once.`,
    passing: true,
  },

  // Generation
  PAYWALL: {
    status: 402,
    sentence: 'Your free AI prompts of this month are used up. Subscribe to generate more.',
  },
  GENERATION_NOT_FOUND: { status: 404, sentence: 'These generated cards do not exist.' },
  GENERATION_RUNNING: {
    status: 409,
    sentence: 'Your last generation is still running. Please wait until it is done.',
    passing: true,
  },
  GENERATION_NOT_READY: { status: 409, sentence: 'There are no generated cards to insert.' },
  GENERATION_EMPTY: {
    status: 422,
    sentence:
      'No cards could be made from this text. It needs whole sentences, questions with answers or a list of pairs.',
  },
  GENERATION_FAILED: {
    status: 502,
    sentence: 'The cards could not be generated. No prompt was used; please try again.',
    passing: true,
  },
  GENERATION_TIMEOUT: {
    status: 504,
    sentence: 'The cards took too long to generate. No prompt was used; please try again.',
    passing: true,
  },

  // Billing
  REDIRECT_NOT_ALLOWED: {
    status: 400,
    code: 'VALIDATION',
    sentence: 'The redirect_url must be a page of this site.',
  },
  PAYMENT_NOT_FOUND: { status: 404, sentence: 'This payment does not exist.' },
  REFUND_NOT_FOUND: { status: 404, sentence: 'This refund does not exist.' },
  REFUND_WITHOUT_PLAN: {
    status: 409,
    sentence: 'This refund belongs to no plan, so there is nothing to end; close the note instead.',
  },
  PHONE_BUSY: {
    status: 409,
    sentence:
      'This phone already has a payment request of another account. Answer it on the phone, or try again in five minutes.',
    passing: true,
  },
  CHECKOUT_FAILED: {
    status: 502,
    sentence: 'The payment provider did not accept the payment. Please try again.',
    passing: true,
  },
  PROVIDER_TIMEOUT: {
    status: 504,
    sentence: 'The payment provider did not answer in time. Please try again.',
    passing: true,
  },
  // Operators
  DELETION_NOT_FOUND: { status: 404, sentence: 'This deletion does not exist.' },
  DEMO_BATCH_NOT_FOUND: { status: 404, sentence: 'This batch of demo users does not exist.' },
  DEAD_LETTER_NOT_FOUND: { status: 404, sentence: 'This dead letter no longer exists.' },
  DEAD_LETTER_CUT: {
    status: 409,
    sentence:
      'This dead letter cannot be replayed, because its original is gone, differs from it or is older than 30 days.',
  },
} as const satisfies Record<string, ErrorEntry>;

/** Name of an entry; several entries can share a code. */
export type ErrorName = keyof typeof errorCatalogue;

const isErrorName = (name: string): name is ErrorName => Object.hasOwn(errorCatalogue, name);
const errorNames = Object.keys(errorCatalogue).filter(isErrorName);

export const entryOf = (name: ErrorName): ErrorEntry & { code: string } => ({
  code: name,
  ...errorCatalogue[name],
});

/** First entry with a code received over a network; `null` for an unknown code. */
export const nameOfCode = (code: string): ErrorName | null =>
  isErrorName(code) ? code : (errorNames.find((name) => entryOf(name).code === code) ?? null);
