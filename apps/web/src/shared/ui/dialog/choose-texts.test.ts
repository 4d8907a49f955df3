import { expect, it } from 'vitest';
import { chosenTexts, differing, firstChoices } from './choose-texts.ts';

const base = { question: 'Which river?', answer: 'Tana' };
const mine = { question: 'Which river?', answer: 'The Tana' };
const theirs = { question: 'Which long river?', answer: 'Tana, 1,000 km' };

it('a field that the learner did not change does not overwrite what was saved meanwhile', () => {
  const choices = firstChoices({ base, mine, theirs });
  expect(choices).toEqual({ question: 'theirs', answer: 'mine' });
  expect(chosenTexts({ mine, theirs }, choices)).toEqual({
    question: 'Which long river?',
    answer: 'The Tana',
  });
});

it('fields that are equal in both versions are not shown as conflicts', () => {
  expect(differing(mine, { ...theirs, question: mine.question })).toEqual(['answer']);
  expect(firstChoices({ base, mine, theirs: mine })).toEqual({});
});
