import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Stat } from './stat.tsx';

it('a figure shows no number before it is known', () => {
  const { container, rerender } = render(<Stat label="Retention Rate" value={0} unit="%" loading />);
  expect(container.textContent).toBe('Retention Rate');
  rerender(<Stat label="Retention Rate" value={86} unit="%" />);
  expect(container.textContent).toBe('86%Retention Rate');
});
