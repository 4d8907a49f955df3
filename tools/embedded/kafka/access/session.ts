import { anonymousLogin, type KafkaOperation, type KafkaResource } from '@kumbuka/contracts/events/access';
import type { ErrorName } from '../wire/error-codes.ts';
import { KafkaError } from '../wire/errors.ts';
import type { Access } from './access.ts';
import type { ScramStep } from './scram.ts';

/** Login of a connection, and its rights. */
export type Session = ReturnType<typeof createSession>;

const REFUSALS: Record<KafkaResource, ErrorName> = {
  topic: 'TOPIC_AUTHORIZATION_FAILED',
  group: 'GROUP_AUTHORIZATION_FAILED',
  cluster: 'CLUSTER_AUTHORIZATION_FAILED',
};

/** Session of one connection; anonymous until it authenticates. */
export function createSession(access: Access) {
  let login = anonymousLogin;
  let hasFailed = false;
  let exchange: ((message: string) => ScramStep) | undefined;
  const allows = (operation: KafkaOperation, resource: KafkaResource, name: string): boolean =>
    access.allows(login, operation, resource, name);

  const attempt = (step: (message: string) => ScramStep, message: string): ScramStep => {
    try {
      return step(message);
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };

  return {
    /** Whether an authentication failed; Kafka then closes the connection. */
    hasFailed: () => hasFailed,
    allows,
    allowsSomeTopic: (operation: KafkaOperation) => access.allowsSomeTopic(login, operation),
    /** Throws the resource's authorization error, and reports it. */
    check(operation: KafkaOperation, resource: KafkaResource, name: string) {
      if (allows(operation, resource, name)) return;
      access.rejected({ login, operation, resource, name });
      throw new KafkaError(REFUSALS[resource]);
    },
    beginExchange(begun: (message: string) => ScramStep) {
      exchange = begun;
    },
    /** Handles the client's next message. Throws SASL_AUTHENTICATION_FAILED and ILLEGAL_SASL_STATE. */
    authenticate(message: string): string {
      if (exchange === undefined) throw new KafkaError('ILLEGAL_SASL_STATE');
      const { reply, login: proven } = attempt(exchange, message);
      if (proven !== undefined) {
        login = proven;
        exchange = undefined;
      }
      return reply;
    },
  };
}
