import { freePort } from '@kumbuka/embedded/loopback';
import { GenericContainer, Wait } from 'testcontainers';
import { ToolMissing } from '../tool-missing.ts';
import type { RealBroker } from './real-broker.ts';
import { propertiesOf } from './settings.ts';

const CONTROLLER_PORT = 9_093;

/** Converts a setting to the variable of the image. */
const variableOf = (name: string) => `KAFKA_${name.toUpperCase().replaceAll('.', '_')}`;

function environmentOf(port: number): Record<string, string> {
  const node = {
    port,
    controllerPort: CONTROLLER_PORT,
    dataDir: '/tmp/kafka-data',
    listen: '',
    host: '127.0.0.1',
  };
  const settings = propertiesOf(node)
    .split('\n')
    .filter((line) => line.includes('=') && !line.startsWith('controller.quorum.bootstrap'))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const);
  return {
    ...Object.fromEntries(settings.map(([name, value]) => [variableOf(name), value])),
    KAFKA_CONTROLLER_QUORUM_VOTERS: `1@127.0.0.1:${CONTROLLER_PORT}`,
  };
}

/** Starts Kafka from an image. Throws ToolMissing when no engine can pull it. */
export async function startInContainer(image: string): Promise<Pick<RealBroker, 'address' | 'stop'>> {
  // Clients connect to the advertised port, so the host port must be equal.
  const port = await freePort();
  const container = await new GenericContainer(image)
    .withEnvironment(environmentOf(port))
    .withExposedPorts({ container: port, host: port })
    .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
    .start()
    .catch((cause: unknown) => {
      throw new ToolMissing('Kafka (Java 17 with Maven, or a container)', { cause });
    });
  return { address: `127.0.0.1:${port}`, stop: async () => void (await container.stop()) };
}
