import { render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { showLanguage } from '../../shared/i18n/i18n.ts';
import { WithStyles } from '../../test/styles.tsx';
import { Forecast } from './forecast.tsx';

afterEach(() => showLanguage('en'));

const days = (...counts: number[]) =>
  counts.map((count, index) => ({ date: `2026-11-${22 + index}`, count }));

it('a chart without bars says that nothing falls due', () => {
  render(<Forecast days={days(0, 0, 0)} />);
  expect(screen.getByText('Nothing falls due in these days.')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'Nothing falls due in these days.' })).toBeTruthy();
});

it('the forecast names the days on which cards fall due', () => {
  render(<Forecast days={days(4, 1)} />);
  expect(screen.getByRole('img', { name: 'Cards due: Sun 4, Mon 1' })).toBeTruthy();
  expect(screen.queryByText(/Nothing falls due/)).toBeNull();
});

it('a day with a ninth of the cards has a ninth of the height (D24)', () => {
  render(<Forecast days={days(9, 1)} />, { wrapper: WithStyles });
  const heightOf = (count: string) => {
    const bar = screen.getByText(count).parentElement;
    return bar && parseFloat(getComputedStyle(bar).height);
  };
  expect(heightOf('9')).toBe(100);
  expect(heightOf('1')).toBeCloseTo(100 / 9);
});

it('the names of the days do not overlap in Kiswahili, for which browsers have only long ones', async () => {
  await showLanguage('sw');
  render(<Forecast days={days(4, 1)} />);
  expect(screen.getByText('Jpi').textContent).toBe('Jpi');
  expect(screen.queryByText('Jumapili')).toBeNull();
});
