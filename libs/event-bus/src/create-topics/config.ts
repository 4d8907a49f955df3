import { kafkaLogins } from '@kumbuka/contracts';
import { processConfig, readConfig, type Environment } from '@kumbuka/runtime';
import { z } from 'zod';
import { kafkaAccess, kafkaConfig } from '../kafka/access.ts';

const loginForm = /^(?<login>[^:\s]+):(?<password>\S+)$/;
const logins = z
  .string()
  .transform((text) =>
    text
      .trim()
      .split(/\s+/)
      .map((each) => loginForm.exec(each)?.groups),
  )
  .pipe(
    z.array(
      z.object(
        { login: z.enum(kafkaLogins), password: z.string() },
        'must be login:password of known logins',
      ),
    ),
  )
  .transform((each): Record<string, string> =>
    Object.fromEntries(each.map(({ login, password }) => [login, password])),
  );

const schema = z
  .object({
    LOG_LEVEL: processConfig.LOG_LEVEL,
    ...kafkaConfig,
    /** Replicas of each created topic. */
    KAFKA_REPLICATION: z.coerce.number().int().min(1).max(9).default(1),
    /** Logins to create, as `login:password` separated by line breaks or spaces; access rules of all logins follow. */
    KAFKA_LOGINS: logins.optional(),
    /** Whether connections without a login may read, on a listener that accepts them. */
    KAFKA_ANONYMOUS: z.enum(['read', 'none']).default('none'),
  })
  .transform((env) => ({
    logLevel: env.LOG_LEVEL,
    kafka: kafkaAccess(env),
    replication: env.KAFKA_REPLICATION,
    passwords: env.KAFKA_LOGINS,
    isAnonymousReader: env.KAFKA_ANONYMOUS === 'read',
  }));

/** Parses the environment. Throws `ConfigurationInvalid` with every problem. */
export const loadConfig = (env: Environment) => readConfig(schema, env);
