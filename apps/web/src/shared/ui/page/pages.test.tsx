import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Pages } from './pages.tsx';

it('pagination shows nothing for a single page', () => {
  render(<Pages page={1} totalPages={1} label="Pages of decks" onChange={() => {}} />);
  expect(screen.queryByRole('navigation')).toBeNull();
});

it('pagination marks the current page and reports the chosen one', async () => {
  const onChange = vi.fn();
  render(<Pages page={2} totalPages={3} label="Pages of decks" onChange={onChange} />);
  expect(screen.getByRole('navigation', { name: 'Pages of decks' })).toBeTruthy();
  expect(screen.getByRole('button', { current: 'page' }).textContent).toBe('2');
  await userEvent.click(screen.getByRole('button', { name: 'Go to page 3' }));
  expect(onChange).toHaveBeenCalledWith(3);
});
