import { kafkaSuite } from '@kumbuka/embedded/protocol-suites/kafka';

const { KAFKA_SUITE_BROKERS: brokers, KAFKA_SUITE_CRASH: crashUrl } = process.env;
if (brokers === undefined) throw new Error('KAFKA_SUITE_BROKERS is not set: start this with run.ts');

async function postCrash(url: string): Promise<void> {
  const response = await fetch(url, { method: 'POST' });
  if (!response.ok) throw new Error(`The broker did not restart: ${await response.text()}`);
}

kafkaSuite({
  brokers: () => brokers.split(','),
  ...(crashUrl === undefined ? {} : { crash: () => postCrash(crashUrl) }),
});
