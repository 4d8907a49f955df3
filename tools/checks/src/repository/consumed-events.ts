import * as contracts from '@kumbuka/contracts';
import { has, read } from '../files.ts';

/** Events that the handlers of a service name. */
export function consumedBy(service: string): contracts.EventContract[] {
  const file = `services/${service}/src/events/consumes.ts`;
  if (!has(file)) return [];
  const words = new Set(read(file).match(/\w+/g));
  return Object.entries(contracts)
    .filter(([name, each]) => words.has(name) && contracts.events.some((event) => event === each))
    .map(([, each]) => each as contracts.EventContract);
}
