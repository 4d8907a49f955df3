import type { Kafka } from 'kafkajs';
import { firstCause } from './failures.ts';

/** Kafka rejects the credentials; waiting would not help. */
class KafkaLoginRejected extends Error {
  readonly code = 'KAFKA_LOGIN_REFUSED';

  constructor(cause: Error) {
    super(`Kafka rejected KAFKA_LOGIN: ${cause.message}`, { cause });
    this.name = 'KafkaLoginRejected';
  }
}

const isRejection = (error: unknown): error is Error =>
  error instanceof Error && /SASL/.test(firstCause(error).name);

/** Throws `KafkaLoginRejected` when Kafka rejects the credentials. Ignores an unreachable Kafka. */
export async function assertLogin(kafka: Kafka): Promise<void> {
  const admin = kafka.admin();
  try {
    await admin.connect();
  } catch (error) {
    if (isRejection(error)) throw new KafkaLoginRejected(error);
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}
