import type { KafkaOperation, KafkaResource, KafkaRule } from '@kumbuka/contracts/events/access';

/** Logins and access rules of a broker. Connections without a login have the name ANONYMOUS. */
export type AccessOptions = {
  /** Password of each login. */
  passwords: Readonly<Record<string, string>>;
  rules: readonly KafkaRule[];
  /** Called for each rejected operation. */
  onRefused?: (rejection: Rejection) => void;
};
export type Rejection = { login: string; operation: KafkaOperation; resource: KafkaResource; name: string };

export type Access = {
  passwordOf(login: string): string | undefined;
  allows(login: string, operation: KafkaOperation, resource: KafkaResource, name: string): boolean;
  /** Reports a rejected operation. */
  rejected(rejection: Rejection): void;
  /** Whether the login may perform the operation on at least one topic. */
  allowsSomeTopic(login: string, operation: KafkaOperation): boolean;
};

/** Operations that imply another one, as in Kafka's StandardAuthorizer. */
const IMPLIED_BY: Partial<Record<KafkaOperation, readonly KafkaOperation[]>> = {
  describe: ['describe', 'read', 'write', 'delete', 'alter'],
  'describe-configs': ['describe-configs', 'alter-configs'],
};

const matches = ({ pattern, name }: KafkaRule, requested: string): boolean =>
  pattern === 'prefixed' ? requested.startsWith(name) : name === '*' || name === requested;

/** Access that permits everything, for a broker without logins. */
export const openAccess: Access = {
  passwordOf: () => undefined,
  allows: () => true,
  rejected: () => undefined,
  allowsSomeTopic: () => true,
};

/** Access by rules. A denial takes precedence; nothing is permitted without a rule. */
export function createAccess({ passwords, rules, onRefused }: AccessOptions): Access {
  const byLogin = Map.groupBy(rules, ({ login }) => login);
  const decide = (login: string, operation: KafkaOperation, resource: KafkaResource, name: string) => {
    const own = (byLogin.get(login) ?? []).filter(
      (rule) => rule.resource === resource && matches(rule, name),
    );
    const isDenied = own.some(
      ({ effect, operations }) => effect === 'deny' && operations.includes(operation),
    );
    const sufficient = IMPLIED_BY[operation] ?? [operation];
    const isAllowed = own.some(
      ({ effect, operations }) => effect === 'allow' && sufficient.some((each) => operations.includes(each)),
    );
    return isAllowed && !isDenied;
  };
  return {
    passwordOf: (login) => (Object.hasOwn(passwords, login) ? passwords[login] : undefined),
    allows: decide,
    rejected: (rejection) => onRefused?.(rejection),
    allowsSomeTopic: (login, operation) =>
      (byLogin.get(login) ?? []).some(
        (rule) => rule.effect === 'allow' && rule.resource === 'topic' && rule.operations.includes(operation),
      ),
  };
}
