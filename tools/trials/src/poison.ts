import { topicOf } from '@kumbuka/contracts';
import { createBus } from '@kumbuka/event-bus';
import { silent } from './measure.ts';

/** Publishes something that is no event on a service's topic, as a stranger might. */
export async function plantPoison(broker: string, source: string, value: string) {
  const bus = createBus({ brokers: [broker], clientId: 'stranger', log: silent });
  await bus.publish(topicOf(source), [{ key: '1', value }]);
  await bus.stop();
}
