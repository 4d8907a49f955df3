import { render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { showLanguage } from '../../shared/i18n/i18n.ts';
import { Forecast } from './forecast.tsx';

afterEach(() => showLanguage('en'));

const days = (...counts: number[]) =>
  counts.map((count, index) => ({ date: `2026-11-${22 + index}`, count }));

it('a chart without bars says that nothing falls due, instead of being a hole', () => {
  render(<Forecast days={days(0, 0, 0)} />);
  expect(screen.getByText('Nothing falls due in these days.')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'Nothing falls due in these days.' })).toBeTruthy();
});

it('names the days of the cards that come', () => {
  render(<Forecast days={days(4, 1)} />);
  expect(screen.getByRole('img', { name: 'Cards due: Sun 4, Mon 1' })).toBeTruthy();
  expect(screen.queryByText(/Nothing falls due/)).toBeNull();
});

it('the names of the days lay on each other in Kiswahili, where browsers know only long ones', async () => {
  await showLanguage('sw');
  render(<Forecast days={days(4, 1)} />);
  expect(screen.getByText('Jpi').textContent).toBe('Jpi');
  expect(screen.queryByText('Jumapili')).toBeNull();
});
