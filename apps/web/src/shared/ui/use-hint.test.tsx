import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { WithStyles } from '../../test/styles.tsx';
import { useHint } from './use-hint.tsx';

function Locked() {
  const { holder, hint } = useHint('Unlock at Level 2');
  return (
    <button type="button" aria-label="Badges" {...holder}>
      {hint}
    </button>
  );
}

it('a hint explains the focused element, and Escape hides it', () => {
  render(<Locked />, { wrapper: WithStyles });
  expect(screen.queryByRole('tooltip')).toBeNull();
  const button = screen.getByRole('button', { name: 'Badges', description: 'Unlock at Level 2' });
  fireEvent.focus(button);
  expect(screen.getByRole('tooltip').textContent).toBe('Unlock at Level 2');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(screen.queryByRole('tooltip')).toBeNull();
});

it('Escape that ends a composition does not hide a hint', () => {
  render(<Locked />, { wrapper: WithStyles });
  fireEvent.focus(screen.getByRole('button', { name: 'Badges' }));
  fireEvent.keyDown(document.body, { key: 'Escape', isComposing: true });
  expect(screen.getByRole('tooltip')).toBeTruthy();
});

it('a hint explains the element under the pointer while the pointer is on it', () => {
  render(<Locked />, { wrapper: WithStyles });
  const button = screen.getByRole('button', { name: 'Badges' });
  fireEvent.pointerEnter(button);
  expect(screen.getByRole('tooltip')).toBeTruthy();
  fireEvent.pointerLeave(button);
  expect(screen.queryByRole('tooltip')).toBeNull();
});
