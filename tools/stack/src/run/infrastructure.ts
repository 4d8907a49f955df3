import { anonymousRules, kafkaRules } from '@kumbuka/contracts/events/access';
import { z } from 'zod';

/** Embedded servers to start, with port and directory; an absent one is external. */
export type InfrastructureSettings = {
  mongo?: { port: number; dataDir: string };
  kafka?: KafkaSettings;
  mail?: { smtpPort: number; pagePort: number; dataDir: string };
  payments?: PaymentSettings;
};

type KafkaSettings = { port: number; dataDir: string; passwords: Record<string, string> };

type PaymentSettings = {
  port: number;
  dataDir: string;
  publicKey: string;
  secretKey: string;
  challenge: string;
  webhookUrl: string;
};

type Started = { stop(): Promise<void> };

const place = { port: z.number(), dataDir: z.string() };
const schema = z.object({
  mongo: z.object(place).optional(),
  kafka: z.object({ ...place, passwords: z.record(z.string(), z.string()) }).optional(),
  mail: z.object({ smtpPort: z.number(), pagePort: z.number(), dataDir: z.string() }).optional(),
  payments: z
    .object({
      ...place,
      publicKey: z.string(),
      secretKey: z.string(),
      challenge: z.string(),
      webhookUrl: z.string(),
    })
    .optional(),
});

const settings = schema.parse(JSON.parse(process.env['KUMBUKA_INFRASTRUCTURE'] ?? '{}'));
const started = await Promise.all([
  settings.mongo && startMongo(settings.mongo),
  settings.kafka && startKafka(settings.kafka),
  settings.mail && startMail(settings.mail),
  settings.payments && startPayments(settings.payments),
]);
const running = started.filter((server) => server !== undefined);

process.once('SIGTERM', () => {
  void Promise.allSettled(running.map((server) => server.stop())).then(() => process.exit(0));
});
process.send?.({ ready: true });

async function startMongo(options: { port: number; dataDir: string }): Promise<Started> {
  return (await import('@kumbuka/embedded/mongo')).startMongo({
    ...options,
    log: (line) => console.error(`MongoDB: ${line}`),
    // The disk rejected a write: the parent restarts the process from the data on disk.
    onFailure: () => process.exit(1),
  });
}

async function startKafka({ passwords, ...options }: KafkaSettings): Promise<Started> {
  return (await import('@kumbuka/embedded/kafka')).startKafka({
    ...options,
    access: {
      passwords,
      rules: [...kafkaRules, ...anonymousRules],
      onRefused: ({ login, operation, resource, name }) =>
        console.error(`Kafka rejected ${login} to ${operation} the ${resource} ${name}`),
    },
  });
}

async function startMail(options: { smtpPort: number; pagePort: number; dataDir: string }): Promise<Started> {
  return (await import('@kumbuka/embedded/mail')).startMail(options);
}

async function startPayments(options: PaymentSettings): Promise<Started> {
  return (await import('@kumbuka/embedded/payments')).startPayments(options);
}
