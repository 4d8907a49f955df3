import * as contracts from '@kumbuka/contracts';
import { expect, it } from 'vitest';
import { consumedBy } from './consumed-events.ts';

/** Owners of the events that a service's handlers name. */
const sourcesOf = (service: string) => [...new Set(consumedBy(service).map(({ source }) => source))];

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
