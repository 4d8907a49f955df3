import { ErrorCode } from '../wire/error-codes.ts';
import { KafkaError } from '../wire/errors.ts';

export type Outcome<T> = { code: number; message: string | null; value: T };

/** Runs the work. Turns a KafkaError into its code and the fallback; rethrows any other error. */
export async function outcomeOf<T>(work: () => T | Promise<T>, fallback: T): Promise<Outcome<T>> {
  try {
    return { code: ErrorCode.NONE, message: null, value: await work() };
  } catch (error) {
    if (!(error instanceof KafkaError)) throw error;
    return { code: error.kafkaCode, message: error.message, value: fallback };
  }
}
