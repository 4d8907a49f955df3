import { act, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { DeckGrid } from './deck-grid.tsx';

afterEach(() => void vi.useRealTimers());

it('the deck grid says at once that it is loading, and draws skeletons only after a short delay', () => {
  vi.useFakeTimers();
  const { container } = render(<DeckGrid loading />);
  const grid = container.firstElementChild;
  expect(grid?.getAttribute('aria-busy')).toBe('true');
  expect(grid?.children).toHaveLength(0);
  act(() => void vi.advanceTimersByTime(200));
  expect(grid?.children).toHaveLength(3);
});
