import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Forecast } from './forecast.tsx';

it('a chart without bars says that nothing falls due, instead of being a hole', () => {
  render(<Forecast due={[0, 0, 0]} tomorrow={0} />);
  expect(screen.getByText('Nothing falls due in these days.')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'Nothing falls due in these days.' })).toBeTruthy();
});

it('names the days of the cards that come', () => {
  render(<Forecast due={[4, 1]} tomorrow={0} />);
  expect(screen.getByRole('img', { name: 'Cards due: Sun 4, Mon 1' })).toBeTruthy();
  expect(screen.queryByText(/Nothing falls due/)).toBeNull();
});
