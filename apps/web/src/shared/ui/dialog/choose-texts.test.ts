import { expect, it } from 'vitest';
import { chosenTexts, differing, firstChoices } from './choose-texts.ts';

const base = { question: 'Which river?', answer: 'Tana' };
const mine = { question: 'Which river?', answer: 'The Tana' };
const theirs = { question: 'Which long river?', answer: 'Tana, 1,000 km' };

it('a field that the learner left alone does not take back what was saved meanwhile', () => {
  const choices = firstChoices({ base, mine, theirs });
  expect(choices).toEqual({ question: 'theirs', answer: 'mine' });
  expect(chosenTexts({ mine, theirs }, choices)).toEqual({
    question: 'Which long river?',
    answer: 'The Tana',
  });
});

it('fields that are equal on both sides are not asked about', () => {
  expect(differing(mine, { ...theirs, question: mine.question })).toEqual(['answer']);
  expect(firstChoices({ base, mine, theirs: mine })).toEqual({});
});
