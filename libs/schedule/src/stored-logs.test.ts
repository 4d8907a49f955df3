import { expect, test } from 'vitest';
import { activeAnswers, isOfCard, newStart, parameterSets, replay } from './index.ts';
import { storedHistories } from './testing/stored-logs.ts';

test('a log that was stored under version 1 of the rule replays to the same schedule, bit for bit', () => {
  const histories = storedHistories();
  let answers = 0;
  for (const { log, cards } of histories)
    for (const { cardId, deckId: _deck, buriedUntil: _until, ...study } of cards) {
      const active = activeAnswers(log.filter((entry) => isOfCard(entry, cardId)));
      answers += active.length;
      expect(replay(active, parameterSets([]), newStart).study).toEqual(study);
    }
  expect(histories).toHaveLength(40);
  expect(answers).toBeGreaterThan(1_000);
});
