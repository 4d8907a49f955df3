import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { GoalDialog } from './goal-dialog.tsx';
import { readGoal, sliderFor } from './goal-rules.ts';

function open() {
  const onSave = vi.fn(async () => {});
  render(<GoalDialog goal={50} onSave={onSave} onClose={() => {}} />);
  return { onSave, field: screen.getByLabelText<HTMLInputElement>('Custom number') };
}
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save Goal' });

it('the goal dialog binds slider and field together', async () => {
  const { field } = open();
  const slider = screen.getByRole<HTMLInputElement>('slider');
  await userEvent.clear(field);
  await userEvent.type(field, '120');
  expect(slider.value).toBe('120');
});

it('the goal dialog saves a custom 230 while the slider stays at 200', async () => {
  const { field, onSave } = open();
  await userEvent.clear(field);
  await userEvent.type(field, '230');
  expect(screen.getByRole<HTMLInputElement>('slider').value).toBe('200');
  await userEvent.click(save());
  expect(onSave).toHaveBeenCalledWith(230);
});

it.each(['', '0', '-5', '2.5', 'ten', '1e3'])('the goal dialog does not save %j', async (text) => {
  const { field } = open();
  await userEvent.clear(field);
  if (text) await userEvent.type(field, text);
  expect(save().disabled).toBe(true);
});

it('a goal that is too high names the limit, instead of a number from 1', async () => {
  const { field } = open();
  await userEvent.clear(field);
  await userEvent.type(field, '10001');
  expect(screen.getByText('Enter a whole number from 1 to 10,000')).toBeTruthy();
});

it('the goal dialog accepts whole positive numbers only', () => {
  expect(readGoal(' 7 ')).toBe(7);
  expect(readGoal('10001')).toBeNull();
  expect(sliderFor(1)).toBe(5);
  expect(sliderFor(null)).toBe(5);
});
