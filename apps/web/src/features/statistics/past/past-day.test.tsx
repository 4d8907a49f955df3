import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { partOf, refusal, renderScreen, type Responses } from '../../../test/render-screen.tsx';
import { PastDay } from './past-day.tsx';

const anAnswer = (id: string, predictedRecall: number | null, wasCorrect: boolean) => ({
  __typename: 'PastAnswer',
  flashcardId: id,
  answeredAt: '2026-03-03T08:00:00Z',
  predictedRecall,
  wasCorrect,
  flashcard: { __typename: 'Flashcard', id, frontText: `Question ${id}`, format: 'PLAIN' },
});
const aDay = (parts: object = {}) => ({
  viewer: {
    __typename: 'User',
    id: '7',
    pastDay: {
      __typename: 'PastDay',
      date: '2026-03-03',
      studied: 240,
      due: 34,
      known: 210,
      answered: 2,
      correct: 1,
      minutes: 9,
      answers: [anAnswer('1', 0.87, true), anAnswer('2', null, false)],
      ...parts,
    },
  },
});

async function show(pastDay: Responses[string], date = '2026-03-03') {
  renderScreen({ screen: <PastDay />, responses: { PastDay: pastDay } });
  fireEvent.change(await screen.findByLabelText('Day'), { target: { value: date } });
  await userEvent.click(screen.getByRole('button', { name: 'Show the day' }));
}

it('a past day says what was due and foreseen, and what came of each answer', async () => {
  const respond = vi.fn(() => aDay());
  await show(respond);
  expect(await screen.findByText(/34 cards were due. You would have remembered 210 of 240/)).toBeTruthy();
  expect(screen.getByText('You answered 2 cards in about 9 minutes, 1 of them right.')).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Question 1said 87%, right',
    'Question 2new, wrong',
  ]);
  expect(respond).toHaveBeenCalledWith({ date: '2026-03-03' }, expect.anything());
});

it('today and later days cannot be chosen', async () => {
  const respond = vi.fn();
  await show(respond, '2999-01-01');
  expect(screen.getByText('Choose a day before today.')).toBeTruthy();
  expect(respond).not.toHaveBeenCalled();
});

it('a day that is too long ago says so, and a failure is no empty day', async () => {
  await show(() => ({ viewer: { __typename: 'User', id: '7', pastDay: null } }));
  expect(await screen.findByText('That day is too long ago to be computed.')).toBeTruthy();
});

it('a day that could not be loaded can be loaded again', async () => {
  let fails = true;
  await show(() => (fails ? refusal('UNAVAILABLE', 'Down') : aDay({ answered: 0, correct: 0, answers: [] })));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  fails = false;
  await userEvent.click(retry);
  expect(await screen.findByText('You did not study on that day.')).toBeTruthy();
});

it('a service that fails does not make a day too long ago', async () => {
  await show(() => partOf({ viewer: { __typename: 'User', id: '7', pastDay: null } }));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.queryByText(/too long ago/)).toBeNull();
});
