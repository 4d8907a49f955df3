/** An error with the code, name and extra fields that a MongoDB server answers. */
export class MongoError extends Error {
  readonly code: number;
  readonly codeName: string;
  readonly extra: Record<string, unknown>;

  constructor(code: number, codeName: string, message: string, extra: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.codeName = codeName;
    this.extra = extra;
  }
}

const TRANSIENT = { errorLabels: ['TransientTransactionError'] };

export const badValue = (message: string) => new MongoError(2, 'BadValue', message);
export const failedToParse = (message: string) => new MongoError(9, 'FailedToParse', message);
export const typeMismatch = (message: string) => new MongoError(14, 'TypeMismatch', message);
export const illegalOperation = (message: string) => new MongoError(20, 'IllegalOperation', message);
export const namespaceNotFound = (message: string) => new MongoError(26, 'NamespaceNotFound', message);
export const indexNotFound = (message: string) => new MongoError(27, 'IndexNotFound', message);
export const cannotCreateIndex = (message: string) => new MongoError(67, 'CannotCreateIndex', message);
export const invalidOptions = (message: string) => new MongoError(72, 'InvalidOptions', message);
export const location = (code: number, message: string) => new MongoError(code, `Location${code}`, message);

/** The whole transaction may be run again: someone else holds or has changed the document. */
export const writeConflict = () =>
  new MongoError(
    112,
    'WriteConflict',
    'Caused by :: Write conflict during plan execution and yielding is disabled. :: Please retry your operation or multi-document transaction.',
    TRANSIENT,
  );

export const noSuchTransaction = (message: string) =>
  new MongoError(251, 'NoSuchTransaction', message, TRANSIENT);

/** Refused before anything was changed. */
export const outOfDiskSpace = () =>
  new MongoError(14031, 'OutOfDiskSpace', 'the disk has no room for writes, ask again later');

export const documentTooLarge = (size: number, limit: number) =>
  new MongoError(
    10334,
    'BSONObjectTooLarge',
    `BSONObj size: ${size} is invalid. Size must be between 0 and ${limit}(16MB)`,
  );

/** The unmodified fields of an error reply. */
export function errorReply(error: unknown): Record<string, unknown> {
  if (error instanceof MongoError) {
    return { ok: 0, errmsg: error.message, code: error.code, codeName: error.codeName, ...error.extra };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { ok: 0, errmsg: message, code: 8, codeName: 'UnknownError' };
}

/** Whatever was thrown, as an error. */
export const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

export const maxTimeExpired = () => new MongoError(50, 'MaxTimeMSExpired', 'operation exceeded time limit');
