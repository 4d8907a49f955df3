import { kafkaSuite } from '@kumbuka/embedded/protocol-suites/kafka';

const { KAFKA_SUITE_BROKER: broker, KAFKA_SUITE_CRASH: crashUrl } = process.env;
if (broker === undefined || crashUrl === undefined)
  throw new Error(
    'KAFKA_SUITE_BROKER or KAFKA_SUITE_CRASH is missing: start this by `npm run suite -- kafka`',
  );

async function crash(url: string): Promise<void> {
  const response = await fetch(url, { method: 'POST' });
  if (!response.ok) throw new Error(`The broker did not restart: ${await response.text()}`);
}

kafkaSuite({ brokers: () => [broker], crash: () => crash(crashUrl) });
