import { z } from 'zod';

export const saslMechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

/** Credentials for the brokers. */
export interface KafkaLogin {
  mechanism: (typeof saslMechanisms)[number];
  username: string;
  password: string;
}

/** Addresses of the brokers and how to authenticate. */
export interface KafkaAccess {
  brokers: string[];
  /** Certificates are checked against Node's authorities and NODE_EXTRA_CA_CERTS. */
  tls?: boolean;
  login?: KafkaLogin;
}

const loginForm = /^(?<mechanism>[^:]+):(?<username>[^:]+):(?<password>.+)$/;
const login = z
  .string()
  .transform((text) => loginForm.exec(text)?.groups)
  .pipe(
    z.object(
      { mechanism: z.enum(saslMechanisms), username: z.string(), password: z.string() },
      `must be ${saslMechanisms.join(', ')} and then :username:password`,
    ),
  );

/** Environment variables for the access to Kafka. */
export const kafkaConfig = {
  KAFKA_BROKERS: z
    .string()
    .transform((text) => text.split(',').map((broker) => broker.trim()))
    .pipe(z.array(z.string().min(3)).min(1)),
  KAFKA_TLS: z.enum(['true', 'false']).optional(),
  /** `mechanism:username:password` of SASL. */
  KAFKA_LOGIN: login.optional(),
};

const kafkaNames = z.object(kafkaConfig);

export const kafkaAccess = (env: z.output<typeof kafkaNames>): KafkaAccess => ({
  brokers: env.KAFKA_BROKERS,
  ...(env.KAFKA_TLS === 'true' && { tls: true }),
  ...(env.KAFKA_LOGIN && { login: env.KAFKA_LOGIN }),
});
