import { expect, it } from 'vitest';
import { aggregateLabel, eventLabel, serviceLabel, topicLabel } from './event-names.ts';

it('the events tab has names for topics and services', () => {
  expect(serviceLabel('study-progress')).toBe('Study');
  expect(topicLabel('decks.events')).toBe('Decks');
  expect(eventLabel('decks.card-added')).toBe('Decks: card added');
  expect(aggregateLabel('deck:12')).toBe('deck 12');
});

it('the events tab shows a topic without a name unchanged', () => {
  expect([serviceLabel('weather'), eventLabel('type 1'), aggregateLabel('a b:1')]).toEqual([
    'weather',
    'type 1',
    'a b:1',
  ]);
});
