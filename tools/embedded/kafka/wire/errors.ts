import { ErrorCode, type ErrorName } from './error-codes.ts';

/** Error that the client receives as a protocol code. */
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

/** A frame cannot be parsed. The broker then closes the connection, as Kafka does. */
export class MalformedFrame extends Error {
  readonly code = 'MALFORMED_FRAME';

  constructor(message: string) {
    super(message);
    this.name = 'MalformedFrame';
  }
}
