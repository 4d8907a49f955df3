import { ErrorCode, type ErrorName } from './error-codes.ts';

/** An error that is answered to the client with its protocol code. */
export class KafkaError extends Error {
  readonly code: ErrorName;
  readonly kafkaCode: number;

  constructor(code: ErrorName, message: string = code) {
    super(message);
    this.name = 'KafkaError';
    this.code = code;
    this.kafkaCode = ErrorCode[code];
  }
}

/** A frame that does not parse; the connection is closed, as Kafka does. */
export class MalformedFrame extends Error {
  readonly code = 'MALFORMED_FRAME';

  constructor(message: string) {
    super(message);
    this.name = 'MalformedFrame';
  }
}
