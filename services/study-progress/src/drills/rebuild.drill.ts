import { studyDayAt } from '@kumbuka/contracts/study-day';
import { isDue, isShelved } from '@kumbuka/schedule';
import { newCountOn } from '../domain/scheduling/card-counts.ts';
import { dueCountOn } from '../domain/scheduling/due-days.ts';
import { expect, test } from 'vitest';
import type { Card } from '../domain/card/card.ts';
import { live, rebuilt, rowsOf } from '../testing/random-life.ts';

test('the state rebuilt from the log equals the live one after every random history, in every zone and by every day start', () => {
  for (let seed = 1; seed <= 80; seed++) {
    const life = live(seed, 120);
    expect(rowsOf(rebuilt(life.state(), life.log)), `seed ${seed}`).toEqual(rowsOf(life.state()));
  }
});

test('the numbers of due and new cards are those of the cards that are neither suspended nor buried', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const life = live(seed, 80);
    const { learner, cards } = life.state();
    const today = studyDayAt(learner, life.now());
    const shown = [...cards.values()].filter(
      (card): card is Card => card.kind === 'card' && !isShelved(card, today),
    );
    expect(dueCountOn(learner.due, today), `seed ${seed}`).toBe(
      shown.filter(({ dueDay }) => isDue(dueDay, today)).length,
    );
    expect(newCountOn({ ...learner.totals, shelvedNew: learner.shelvedNew }, today), `seed ${seed}`).toBe(
      shown.filter(({ dueDay }) => dueDay === null).length,
    );
  }
});
