import * as contracts from '@kumbuka/contracts';
import { expect, it } from 'vitest';
import { has, read } from './files.ts';

/** Owners of the events that a service's handlers name. */
function sourcesOf(service: string): string[] {
  const file = `services/${service}/src/events/consumes.ts`;
  if (!has(file)) return [];
  const words = new Set(read(file).match(/\w+/g));
  const named = Object.entries(contracts).filter(
    ([name, each]) => words.has(name) && contracts.events.some((event) => event === each),
  );
  return [...new Set(named.map(([, each]) => (each as contracts.EventContract).source))];
}

it.each(contracts.serviceNames)('%s may read exactly the topics that its handlers need', (service) =>
  expect(contracts.consumedServices[service].toSorted()).toEqual(sourcesOf(service).toSorted()),
);

it('no login but its owner, and admin for replays, may write an event topic', () => {
  for (const owner of contracts.serviceNames) {
    const writers = contracts.kafkaRules
      .filter(({ name, operations }) => name === contracts.topicOf(owner) && operations.includes('write'))
      .map(({ login }) => login);
    expect([...new Set(writers)].toSorted()).toEqual([...new Set([owner, 'admin'])].toSorted());
  }
});
