/** Error with the code, name and extra fields of a MongoDB server. */
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
export const namespaceNotFound = (message: string) => new MongoError(26, 'NamespaceNotFound', message);
export const indexNotFound = (message: string) => new MongoError(27, 'IndexNotFound', message);
export const cannotCreateIndex = (message: string) => new MongoError(67, 'CannotCreateIndex', message);
export const invalidOptions = (message: string) => new MongoError(72, 'InvalidOptions', message);
export const location = (code: number, message: string) => new MongoError(code, `Location${code}`, message);

/** Another transaction holds or has changed the document. The client may retry the whole transaction. */
export const writeConflict = () =>
  new MongoError(
    112,
    'WriteConflict',
    'Caused by :: Write conflict during plan execution and yielding is disabled. :: Please retry your operation or multi-document transaction.',
    TRANSIENT,
  );

export const noSuchTransaction = (message: string) =>
  new MongoError(251, 'NoSuchTransaction', message, TRANSIENT);

/** The server rejected a write before it changed anything. */
export const outOfDiskSpace = () =>
  new MongoError(14031, 'OutOfDiskSpace', 'the disk has no space for writes, retry later');

export const documentTooLarge = (size: number, limit: number) =>
  new MongoError(
    10334,
    'BSONObjectTooLarge',
    `BSONObj size: ${size} is invalid. Size must be between 0 and ${limit}(16MB)`,
  );

/** Returns the fields of an error reply. */
export function errorReply(error: unknown): Record<string, unknown> {
  if (error instanceof MongoError) {
    return { ok: 0, errmsg: error.message, code: error.code, codeName: error.codeName, ...error.extra };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { ok: 0, errmsg: message, code: 8, codeName: 'UnknownError' };
}

/** Converts any thrown value to an error. */
export const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

export const maxTimeExpired = () => new MongoError(50, 'MaxTimeMSExpired', 'operation exceeded time limit');
