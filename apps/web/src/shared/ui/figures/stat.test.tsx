import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Stat } from './stat.tsx';

it('a figure shows no number before it is known', () => {
  const { container, rerender } = render(<Stat label="Minutes/Day" value={0} unit="min" loading />);
  expect(container.textContent).toBe('Minutes/Day');
  rerender(<Stat label="Minutes/Day" value={86} unit="min" />);
  expect(container.textContent).toBe('86minMinutes/Day');
});
