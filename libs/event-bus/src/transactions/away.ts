/** Error names of drivers and bus for an unreachable or silent server. */
const awayNames = new Set([
  'BusUnavailable',
  'MaxRetriesPerRequestError',
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
  'PoolClearedOnNetworkError',
  'TimeoutError',
]);

const awayCodes = new Set<unknown>([
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
  'ERR_STREAM_DESTROYED',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_SOCKET',
]);

/** MongoDB server errors for a temporary condition: another or a later server can serve the request. */
const awayServerCodes = new Set<unknown>([
  6, // HostUnreachable
  7, // HostNotFound
  50, // MaxTimeMSExpired
  64, // WriteConcernTimeout
  89, // NetworkTimeout
  91, // ShutdownInProgress
  100, // UnsatisfiableWriteConcern
  189, // PrimarySteppedDown
  262, // ExceededTimeLimit
  9001, // SocketException
  10107, // NotWritablePrimary
  11600, // InterruptedAtShutdown
  11601, // Interrupted: its session or connection was ended
  11602, // InterruptedDueToReplStateChange
  13435, // NotPrimaryNoSecondaryOk
  13436, // NotPrimaryOrSecondary
  14031, // OutOfDiskSpace
]);
const awayLabels = ['TransientTransactionError', 'UnknownTransactionCommitResult', 'RetryableWriteError'];

/** Mongoose and ioredis have no class or code for these. */
const awaySentences: Record<string, RegExp> = {
  MongooseError: /buffering|initial connection|not connected/i,
  Error:
    /^(Connection is closed\.|Command timed out|Stream isn't writeable and enableOfflineQueue|Socket timeout\. )/,
  ReplyError: /^(LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|READONLY|BUSY) /,
};

const saysAway = ({ name, message }: Error) => awaySentences[name]?.test(message) ?? false;
/** kafkajs marks errors that a retry may cure: a loading coordinator, a partition without a leader. */
const passesInKafka = (error: Error) =>
  error.name.startsWith('KafkaJS') && 'retriable' in error && error.retriable === true;
const isOfMongo = ({ name }: Error) => name.startsWith('Mongo');

function hasAwayLabel(error: Error): boolean {
  const labels: unknown = 'errorLabels' in error ? error.errorLabels : null;
  return Array.isArray(labels) && awayLabels.some((label) => labels.includes(label));
}

function hasAwayCode(error: Error): boolean {
  if (!('code' in error)) return false;
  return awayCodes.has(error.code) || (isOfMongo(error) && awayServerCodes.has(error.code));
}

/**
 * Whether an error means that a store, broker or service cannot be reached, also inside a bulk write error.
 * Consumers wait on it; requests get a 503.
 */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (awayNames.has(error.name) || saysAway(error) || hasAwayCode(error) || hasAwayLabel(error)) return true;
  if (passesInKafka(error)) return true;
  return isAway(error.cause) || ('errorResponse' in error && isAway(error.errorResponse));
}
