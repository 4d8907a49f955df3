const awayNames = new Set([
  'BusUnavailable',
  'MongoClientClosedError',
  'MongoExpiredSessionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoNotConnectedError',
  'MongoOperationTimeoutError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoPoolClearedOnNetworkError',
  'MongoServerClosedError',
  'MongoServerSelectionError',
  'MongoTopologyClosedError',
  'MongoWaitQueueTimeoutError',
  'MongoWriteConcernError',
  'MongooseServerSelectionError',
  'PoolClearedError',
  'PoolClearedOnNetworkError',
]);
const awayCodes = new Set([
  'UNAVAILABLE',
  'RATE_LIMITED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_SOCKET',
]);
/** Server errors of MongoDB that say "not now": stepping down, shutting down, too slow, full. */
const awayServerCodes = new Set([6, 7, 50, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

const hasLabel = (error: Error, label: string) =>
  'hasErrorLabel' in error &&
  typeof error.hasErrorLabel === 'function' &&
  error.hasErrorLabel(label) === true;

const isUnconnectedMongoose = ({ name, message }: Error) =>
  name === 'MongooseError' && /buffering|initial connection|not connected/i.test(message);

/** A write that met another one, or a commit of unknown outcome: the same transaction once more. */
const isTransient = (error: unknown): boolean =>
  error instanceof Error &&
  (hasLabel(error, 'TransientTransactionError') || hasLabel(error, 'UnknownTransactionCommitResult'));

/** A store, a broker or a service that is away: worth waiting for, however long it takes; never an event's fault. */
export function isInfrastructure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (awayNames.has(error.name) || isUnconnectedMongoose(error)) return true;
  if (isTransient(error) || hasLabel(error, 'RetryableWriteError')) return true;
  const code = 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && awayCodes.has(code)) return true;
  if (error.name === 'MongoServerError' && typeof code === 'number' && awayServerCodes.has(code)) return true;
  return isInfrastructure(error.cause);
}
