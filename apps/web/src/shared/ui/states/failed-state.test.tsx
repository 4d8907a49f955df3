import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { FailedState } from './failed-state.tsx';

function open(onRetry?: () => void) {
  const next = { to: '/mydecks', label: 'Go to My Decks' };
  render(
    <MemoryRouter>
      <FailedState title="This deck could not be loaded" text="It is safe." onRetry={onRetry} next={next} />
    </MemoryRouter>,
  );
}

it('a failed state says what happened and offers a retry and another destination', async () => {
  const onRetry = vi.fn();
  open(onRetry);
  expect(screen.getByRole('alert').textContent).toContain('This deck could not be loaded');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRetry).toHaveBeenCalledOnce();
  expect(screen.getByRole('link', { name: 'Go to My Decks' }).getAttribute('href')).toBe('/mydecks');
});

it('a failed state offers no retry when it would fail again', () => {
  open();
  expect(screen.queryByRole('button')).toBeNull();
});
