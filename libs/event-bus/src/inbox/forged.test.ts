import { eventually } from '@kumbuka/testing/servers';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { on } from '../index.ts';
import { publishAll, startTrialStack, type TrialStack } from '../testing/trial-stack.ts';

let stack: TrialStack;
beforeAll(async () => {
  stack = await startTrialStack();
});
afterEach(() => stack.stopParts());
afterAll(() => stack.stop());

it('a consumer rejects an event on the topic of another service or with the source of another service', async () => {
  const [owner, other] = [await stack.createService(), await stack.createService()];
  const processed: string[] = [];
  const listeners = [owner, other].map(({ contract }) =>
    on(contract, async ({ type, aggregate }) => void processed.push(`${type} ${aggregate.id}`)),
  );
  const deadLetters = [await stack.read(owner.deadLetters), await stack.read(other.deadLetters)];
  const [onForeignTopic, underForeignName] = [owner.event({ aggregate: 1 }), owner.event({ aggregate: 2 })];
  await publishAll(other.bus, other.topic, [onForeignTopic, other.event({ aggregate: 3 })]);
  const forged = { ...underForeignName, source: other.contract.source };
  await publishAll(owner.bus, owner.topic, [forged, owner.event({ aggregate: 4 })]);
  const consumer = await owner.consumer({ group: 'forged', listeners });

  await eventually(() => expect(deadLetters.flat()).toHaveLength(2));
  const reasons = deadLetters.flat().map(({ headers }) => `${headers['reason']}: ${headers['error']}`);
  expect(reasons.toSorted()).toEqual(
    [
      `poison: ${owner.contract.type} belongs on ${owner.topic}, not on ${other.topic}.`,
      `poison: ${owner.contract.type} belongs to ${owner.contract.source}, not to ${other.contract.source}.`,
    ].toSorted(),
  );
  await eventually(() =>
    expect(processed.toSorted()).toEqual([`${owner.contract.type} 4`, `${other.contract.type} 3`].toSorted()),
  );
  await eventually(() => expect(consumer.countForged()).toBe(2));
});

it('every event of a stolen login that is not its own counts as forged, also without a listener for its type', async () => {
  const [owner, other] = [await stack.createService(), await stack.createService()];
  const deadLetters = await stack.read(owner.deadLetters);
  const own = owner.event({ aggregate: 1 });
  const foreign = other.event({ aggregate: 2 });
  const forgeries = [
    foreign,
    { ...foreign, type: `${other.contract.source}.unknown` },
    { ...own, type: `${owner.contract.source}.unknown`, source: other.contract.source },
    { ...foreign, version: 99 },
  ];
  const messages = [...forgeries, own].map((event) => ({ key: event.key, value: JSON.stringify(event) }));
  const [first] = messages;
  // A header that names a type without a listener hides nothing.
  const hidden = {
    key: '1',
    value: first?.value ?? '',
    headers: { type: `${owner.contract.source}.unknown` },
  };
  await owner.bus.publish(owner.topic, [...messages, hidden]);
  const processed: string[] = [];
  const listeners = [on(owner.contract, async ({ aggregate }) => void processed.push(aggregate.id))];
  const consumer = await owner.consumer({ group: 'forged-types', listeners });
  await eventually(() => expect(deadLetters).toHaveLength(5));
  await eventually(() => expect([processed, consumer.countForged()]).toEqual([['1'], 5]));
});
