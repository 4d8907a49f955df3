/** Errors of the drivers and of the bus by which they say that the other side cannot be reached or does not answer. */
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

/** Answers of a MongoDB server that say "not now": whoever answered cannot serve, but another or a later one can. */
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
/** kafkajs says of its errors whether the same may go well later: a coordinator that loads, a partition without a leader. */
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
 * A store, a broker or a service that is away, also under a bulk write, whose error holds that of the connection: worth
 * waiting for, and nobody's fault. The one verdict of consumers, which wait, and of requests, which are answered with 503.
 */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (awayNames.has(error.name) || saysAway(error) || hasAwayCode(error) || hasAwayLabel(error)) return true;
  if (passesInKafka(error)) return true;
  return isAway(error.cause) || ('errorResponse' in error && isAway(error.errorResponse));
}
