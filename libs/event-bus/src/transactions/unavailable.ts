/** Error names of drivers and bus for an unreachable or silent server. */
const unavailableNames = new Set([
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

const unavailableCodes = new Set<unknown>([
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
  'ENOSPC', // a full disk
  'EDQUOT',
  'ERR_STREAM_DESTROYED',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_SOCKET',
]);

/** MongoDB server errors for a temporary condition: another or a later server can serve the request. */
const unavailableServerCodes = new Set<unknown>([
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
const unavailableLabels = [
  'TransientTransactionError',
  'UnknownTransactionCommitResult',
  'RetryableWriteError',
];

/** Messages of errors for which Mongoose and ioredis have neither a class nor a code, by error name. */
const unavailableMessages: Record<string, RegExp> = {
  MongooseError: /buffering|initial connection|not connected/i,
  Error:
    /^(Connection is closed\.|Command timed out|Stream isn't writeable and enableOfflineQueue|Socket timeout\. )/,
  ReplyError: /^(LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|READONLY|BUSY) /,
};

const hasUnavailableMessage = ({ name, message }: Error) => unavailableMessages[name]?.test(message) ?? false;
/** kafkajs marks retriable errors, such as a loading coordinator or a partition without a leader. */
const isRetriableInKafka = (error: Error) =>
  error.name.startsWith('KafkaJS') && 'retriable' in error && error.retriable === true;
const isOfMongo = ({ name }: Error) => name.startsWith('Mongo');

function hasUnavailableLabel(error: Error): boolean {
  const labels: unknown = 'errorLabels' in error ? error.errorLabels : null;
  return Array.isArray(labels) && unavailableLabels.some((label) => labels.includes(label));
}

function hasUnavailableCode(error: Error): boolean {
  if (!('code' in error)) return false;
  return unavailableCodes.has(error.code) || (isOfMongo(error) && unavailableServerCodes.has(error.code));
}

/**
 * Whether an error means that a store, broker or service is unavailable, also as the cause of another error or inside a
 * bulk write error. Consumers retry after it; requests get a 503.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (unavailableNames.has(error.name) || hasUnavailableMessage(error)) return true;
  if (hasUnavailableCode(error) || hasUnavailableLabel(error) || isRetriableInKafka(error)) return true;
  return isUnavailable(error.cause) || ('errorResponse' in error && isUnavailable(error.errorResponse));
}
