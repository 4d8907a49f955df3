import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { SubjectChips } from './subject-chips.tsx';

const all = ['Biology', 'History', 'English'];

function Subjects() {
  const [chosen, setChosen] = useState<readonly string[]>(all);
  return (
    <>
      <SubjectChips all={all} chosen={chosen} onChoose={setChosen} />
      <a href="/mydecks">{chosen.join(' ')}</a>
    </>
  );
}

const focused = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
const chosen = () => screen.getByRole('link').textContent;

it('the subjects of the catalogue take one press of Tab together, and arrow keys move between them', async () => {
  render(<Subjects />);
  const user = userEvent.setup();
  await user.tab();
  expect(focused()).toBe('All subjects');
  await user.keyboard('{ArrowRight}');
  expect(focused()).toBe('Biology');
  await user.tab();
  expect(focused()).toBe('Biology History English');
  await user.tab({ shift: true });
  expect(focused()).toBe('Biology');
});

it('the arrow keys cycle through the subjects, Home and End jump to the first and the last', async () => {
  render(<Subjects />);
  const user = userEvent.setup();
  await user.tab();
  await user.keyboard('{ArrowLeft}');
  expect(focused()).toBe('English');
  await user.keyboard('{ArrowRight}');
  expect(focused()).toBe('All subjects');
  await user.keyboard('{End}');
  expect(focused()).toBe('English');
  await user.keyboard('{Home}');
  expect(focused()).toBe('All subjects');
});

it('each subject is one button that is on or off, and one of them stays on (D32)', async () => {
  render(<Subjects />);
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  expect(screen.getAllByRole('button')).toHaveLength(all.length + 1);
  await press('Biology');
  expect(chosen()).toBe('History English');
  await press('All subjects');
  expect(chosen()).toBe('Biology History English');
  await press('All subjects');
  expect(chosen()).toBe('Biology');
  await press('Biology');
  expect(chosen()).toBe('Biology');
});
